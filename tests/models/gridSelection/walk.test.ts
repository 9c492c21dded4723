import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { from, gridSelection } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...gridSelection,
    holds: ({ snapshot }) => {
      const { corner, fillTo } = snapshot.context;
      if (snapshot.matches('single')) expect(corner).toBeNull();
      if (snapshot.matches('range')) expect(corner).not.toBeNull();
      if (!snapshot.matches('filling')) expect(fillTo).toBeNull();
      expect(snapshot.hasTag('held')).toBe(snapshot.matches('filling') || snapshot.matches('dragging'));
    },
  },
  table,
  ignored,
);

describe('the selected block of a grid', () => {
  const start = (...events: object[]) => {
    const rig = createRig(gridSelection.machine, undefined, gridSelection.rig);
    rig.actor.start();
    for (const event of events) rig.actor.send(event as never);
    return rig;
  };
  const extend = { type: 'range.extend', from };

  it('keeps its first corner, however far it extends', () => {
    const rig = start(extend, { ...extend, from: { row: 9, key: 'note', rowKey: 'I-10' } });
    expect(rig.actor.getSnapshot().context.corner).toEqual(from);
  });

  it('fills down once, to the row where the handle is released, and fills nothing without a move', () => {
    const rig = start({ type: 'fill.start' }, { type: 'fill.over', row: 3 }, { type: 'fill.over', row: 5 }, { type: 'pointer.up' });
    expect(rig.effects.filter(({ name }) => name === 'fill').map(({ params }) => params)).toEqual([{ row: 5 }]);
    const idle = start({ type: 'fill.start' }, { type: 'pointer.up' });
    expect(idle.effects.filter(({ name }) => name === 'fill')).toEqual([]);
  });

  it('Escape releases the handle and fills nothing', () => {
    const rig = start(extend, { type: 'fill.start' }, { type: 'fill.over', row: 3 }, { type: 'fill.cancel' }, { type: 'pointer.up' });
    expect([rig.actor.getSnapshot().value, rig.effects.filter(({ name }) => name === 'fill')]).toEqual(['range', []]);
  });
});
