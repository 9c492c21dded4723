import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { bulkEdit, toggle, yes } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...bulkEdit,
    holds: ({ snapshot }) => {
      const { selected, field, value } = snapshot.context;
      expect(new Set(selected).size).toBe(selected.length);
      expect(snapshot.matches('choosing')).toBe(selected.length > 0);
      expect(snapshot.can({ type: 'bulk.apply' })).toBe(selected.length > 0 && field !== null && value.trim() !== '');
    },
  },
  table,
  ignored,
);

describe('bulk edits of events', () => {
  const start = (...events: object[]) => {
    const rig = createRig(bulkEdit.machine, undefined, bulkEdit.rig);
    rig.actor.start();
    for (const event of events) rig.actor.send(event as never);
    return rig;
  };
  type Live = ReturnType<typeof start>;
  const context = (rig: Live) => rig.actor.getSnapshot().context;

  describe('selecting', () => {
    const order = ['a', 'b', 'c', 'd', 'e'];
    it.each([
      ['a click selects one row', [['b', false]], ['b']],
      [
        'a second click deselects it',
        [
          ['b', false],
          ['b', false],
        ],
        [],
      ],
      [
        'Shift selects downwards',
        [
          ['b', false],
          ['d', true],
        ],
        ['b', 'c', 'd'],
      ],
      [
        'Shift selects upwards',
        [
          ['d', false],
          ['b', true],
        ],
        ['b', 'c', 'd'],
      ],
      [
        'Shift twice selects from the same start',
        [
          ['c', false],
          ['e', true],
          ['a', true],
        ],
        ['a', 'b', 'c', 'd', 'e'],
      ],
      ['Shift without a start selects one row', [['c', true]], ['c']],
      [
        'Shift keeps the rows selected before',
        [
          ['a', false],
          ['c', false],
          ['d', true],
        ],
        ['a', 'c', 'd'],
      ],
    ] as const)('%s', (_case, clicks, selected) => {
      const rig = start(...clicks.map(([id, range]) => toggle(id, range, order)));
      expect([...context(rig).selected].sort()).toEqual(selected);
    });

    it('Shift from a removed row selects only the clicked one', () => {
      const rig = start(toggle('gone', false, ['gone']), toggle('c', true, order));
      expect(context(rig).selected).toEqual(['gone', 'c']);
    });

    it('"all" selects all loaded rows, and a second time deselects them', () => {
      const rig = start(toggle('b', false, order), { type: 'all.toggle', ids: order });
      expect([...context(rig).selected].sort()).toEqual(order);
      rig.actor.send({ type: 'all.toggle', ids: order });
      expect(context(rig).selected).toEqual([]);
    });
  });

  it('decisions 8.02: applies at once to the ticked rows, which stay ticked for the next field', () => {
    const rig = start(toggle('1'), toggle('3'), yes, { type: 'bulk.apply' });
    expect(rig.effects).toEqual([{ name: 'writeCells', params: { ids: ['1', '3'], field: 'reviewed', value: 'Yes' } }]);
    expect(context(rig)).toMatchObject({ selected: ['1', '3'], field: 'reviewed' });
  });

  it('decisions 6.02: a field needs a value that is not blank', () => {
    const rig = start(toggle('1'), { type: 'change.choose', field: 'sales_lead', value: '  ' });
    expect(rig.actor.getSnapshot().can({ type: 'bulk.apply' })).toBe(false);
    rig.actor.send({ type: 'change.choose', field: 'sales_lead', value: 'Dana Ortiz' });
    expect(rig.actor.getSnapshot().can({ type: 'bulk.apply' })).toBe(true);
  });
});
