import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { bulkEdit, done, failed, toggle, yes } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...bulkEdit,
    holds: ({ snapshot, rig }) => {
      const { selected, left, failures } = snapshot.context;
      const applying = snapshot.matches('applying');
      expect(snapshot.hasTag('busy')).toBe(applying);
      expect(rig.sendBacks.has('applyAll')).toBe(applying);
      expect(rig.jobs.has('confirmApply')).toBe(snapshot.matches('confirming'));
      // Nothing is selected, chosen or begun while rows are being changed.
      for (const event of [toggle('1'), yes, { type: 'bulk.apply' }])
        if (!snapshot.matches('choosing')) expect(snapshot.can(event)).toBe(false);
      expect(snapshot.can({ type: 'bulk.stop' })).toBe(snapshot.matches({ applying: 'running' }));
      // A row has one answer: it is left, or failed, or done.
      const ids = [...left, ...failures.map((failure: { id: string }) => failure.id)];
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(selected).size).toBe(selected.length);
      if (snapshot.matches('reviewing')) expect(failures.length).toBeGreaterThan(0);
      // Every run is reported once, at its end.
      const runs = rig.calls.filter(({ id }) => id === 'applyAll').length;
      expect(rig.effects.filter(({ name }) => name === 'reportDone')).toHaveLength(runs - (applying ? 1 : 0));
    },
  },
  table,
  ignored,
);

describe('bulk work on events', () => {
  const start = (...events: object[]) => {
    const rig = createRig(bulkEdit.machine, undefined, bulkEdit.rig);
    rig.actor.start();
    for (const event of events) rig.actor.send(event as never);
    return rig;
  };
  type Live = ReturnType<typeof start>;
  const context = (rig: Live) => rig.actor.getSnapshot().context;
  const value = (rig: Live) => rig.actor.getSnapshot().value;
  const apply = async (ids: readonly string[]) => {
    const rig = start(...ids.map((id) => toggle(id)), yes, { type: 'bulk.apply' });
    await rig.resolve('confirmApply', true);
    return rig;
  };
  const back = (rig: Live, ...events: { type: string }[]) => {
    for (const event of events) rig.sendBack('applyAll', event);
  };
  const saved = (rig: Live) => rig.effects.filter(({ name }) => name === 'relaySaved').map(({ params }) => params);

  describe('selecting', () => {
    const order = ['a', 'b', 'c', 'd', 'e'];
    it.each([
      ['one', [['b', false]], ['b']],
      [
        'one and off again',
        [
          ['b', false],
          ['b', false],
        ],
        [],
      ],
      [
        'Shift downwards',
        [
          ['b', false],
          ['d', true],
        ],
        ['b', 'c', 'd'],
      ],
      [
        'Shift upwards',
        [
          ['d', false],
          ['b', true],
        ],
        ['b', 'c', 'd'],
      ],
      [
        'Shift twice from the same start',
        [
          ['c', false],
          ['e', true],
          ['a', true],
        ],
        ['a', 'b', 'c', 'd', 'e'],
      ],
      ['Shift without a start', [['c', true]], ['c']],
      [
        'a range beside what is selected',
        [
          ['a', false],
          ['c', false],
          ['d', true],
        ],
        ['a', 'c', 'd'],
      ],
    ] as const)('%s', (_what, clicks, selected) => {
      const rig = start(...clicks.map(([id, range]) => toggle(id, range, order)));
      expect([...context(rig).selected].sort()).toEqual(selected);
    });

    it('Shift from a row that is no longer there selects the clicked one alone', () => {
      const rig = start(toggle('gone', false, ['gone']), toggle('c', true, order));
      expect(context(rig).selected).toEqual(['gone', 'c']);
    });

    it('all selects all that are loaded, and all again none of them', () => {
      const rig = start(toggle('b', false, order), { type: 'all.toggle', ids: order });
      expect([...context(rig).selected].sort()).toEqual(order);
      rig.actor.send({ type: 'all.toggle', ids: order });
      expect(context(rig).selected).toEqual([]);
    });
  });

  it('is offered only with rows, a field and a value', () => {
    const rig = start(toggle('1'));
    const can = () => rig.actor.getSnapshot().can({ type: 'bulk.apply' });
    expect(can()).toBe(false);
    rig.actor.send({ type: 'change.choose', field: 'reviewed', value: null });
    expect(can()).toBe(false);
    rig.actor.send(yes);
    expect(can()).toBe(true);
    rig.actor.send(toggle('1'));
    expect(can()).toBe(false);
  });

  it('asks first, with what and for how many; a no changes nothing', async () => {
    const rig = start(toggle('1'), toggle('3'), yes, { type: 'bulk.apply' });
    expect(rig.calls).toEqual([{ id: 'confirmApply', input: { field: 'reviewed', value: 'Yes', count: 2 } }]);
    await rig.resolve('confirmApply', false);
    expect([value(rig), context(rig).selected, rig.calls.length]).toEqual(['choosing', ['1', '3'], 1]);
  });

  it('counts what is done, hands each changed row on, and takes it out of the selection', async () => {
    const rig = await apply(['1', '2', '3']);
    expect(rig.calls.at(-1)).toEqual({ id: 'applyAll', input: { ids: ['1', '2', '3'], field: 'reviewed', value: 'Yes' } });
    back(rig, done('2'), done('1'));
    expect(context(rig)).toMatchObject({ done: 2, left: ['3'], selected: ['3'], failures: [] });
    expect(saved(rig)).toMatchObject([
      { event: { id: '2', reviewed: 'Yes' }, field: 'reviewed' },
      { event: { id: '1', reviewed: 'Yes' }, field: 'reviewed' },
    ]);
    back(rig, done('3'), { type: 'all.done' });
    expect([value(rig), context(rig).selected]).toEqual(['choosing', []]);
    expect(rig.effects.at(-1)).toMatchObject({ name: 'reportDone', params: { done: 3, left: [], failures: [] } });
  });

  it('an answer that comes twice counts once', async () => {
    const rig = await apply(['1', '2']);
    back(rig, done('1'), done('1'), failed('1'));
    expect(context(rig)).toMatchObject({ done: 1, failures: [], left: ['2'] });
  });

  it('lists every failure with its message and tries these alone again', async () => {
    const rig = await apply(['1', '2', '3']);
    back(rig, failed('1'), done('2'), failed('3'), { type: 'all.done' });
    expect(value(rig)).toBe('reviewing');
    expect(context(rig)).toMatchObject({
      done: 1,
      selected: ['1', '3'],
      failures: [
        { id: '1', message: 'No right to 1' },
        { id: '3', message: 'No right to 3' },
      ],
    });
    rig.actor.send({ type: 'failures.retry' });
    expect(rig.calls.at(-1)).toEqual({ id: 'applyAll', input: { ids: ['1', '3'], field: 'reviewed', value: 'Yes' } });
    expect(context(rig)).toMatchObject({ failures: [], done: 0 });
    back(rig, done('1'), failed('3'), { type: 'all.done' });
    expect(context(rig)).toMatchObject({ failures: [{ id: '3' }], selected: ['3'] });
    rig.actor.send({ type: 'failures.dismiss' });
    expect([value(rig), context(rig).failures, context(rig).selected]).toEqual(['choosing', [], ['3']]);
  });

  it('a stop begins no other row, keeps what is done and waits for the rows under way', async () => {
    const rig = await apply(['1', '2', '3']);
    back(rig, done('1'));
    rig.actor.send({ type: 'bulk.stop' });
    expect(rig.heard).toEqual([{ id: 'applyAll', event: { type: 'work.stop' } }]);
    expect(value(rig)).toEqual({ applying: 'stopping' });
    // The second was on its way: the server has changed it, so the row shows it.
    back(rig, done('2'), { type: 'all.done' });
    expect([value(rig), saved(rig).length]).toEqual(['choosing', 2]);
    expect(rig.effects.at(-1)).toMatchObject({ name: 'reportDone', params: { done: 2, left: ['3'] } });
    expect(context(rig).selected).toEqual(['3']);
  });

  it('trying again after a stop leaves those alone that the stop left', async () => {
    const rig = await apply(['1', '2', '3']);
    back(rig, failed('1'));
    rig.actor.send({ type: 'bulk.stop' });
    back(rig, { type: 'all.done' });
    expect(context(rig).selected).toEqual(['1', '2', '3']);
    rig.actor.send({ type: 'failures.retry' });
    expect(rig.calls.at(-1)?.input).toMatchObject({ ids: ['1'] });
  });

  it('where the work itself breaks, what was not answered has failed and can be tried again', async () => {
    const rig = await apply(['1', '2']);
    back(rig, done('1'));
    await rig.perform({ type: 'xstate.error.actor.applyAll', error: { status: 500 } });
    expect(value(rig)).toBe('reviewing');
    expect(context(rig)).toMatchObject({ left: [], failures: [{ id: '2', message: 'Failed to update event' }] });
  });

  it('leaving the page while it applies stops the work', async () => {
    const rig = await apply(['1', '2']);
    expect(rig.sendBacks.has('applyAll')).toBe(true);
    rig.actor.stop();
    expect(rig.sendBacks.has('applyAll')).toBe(false);
  });

  it('a selection cleared from outside while it applies leaves the run as it is', async () => {
    const rig = await apply(['1', '2']);
    rig.actor.send({ type: 'selection.clear' });
    back(rig, done('1'), failed('2'), { type: 'all.done' });
    expect(context(rig)).toMatchObject({ selected: [], done: 1, failures: [{ id: '2' }] });
  });

  it('what was asked about and agreed to is what is changed, also when the selection was cleared while the question stood', async () => {
    const rig = start(toggle('1'), toggle('2'), yes, { type: 'bulk.apply' });
    rig.actor.send({ type: 'selection.clear' });
    await rig.resolve('confirmApply', true);
    expect(rig.calls.map(({ input }) => input)).toEqual([
      { field: 'reviewed', value: 'Yes', count: 2 },
      { ids: ['1', '2'], field: 'reviewed', value: 'Yes' },
    ]);
  });

  it('a question that was answered with no leaves nothing to do', async () => {
    const rig = start(toggle('1'), yes, { type: 'bulk.apply' });
    await rig.resolve('confirmApply', false);
    expect(context(rig).left).toEqual([]);
  });
});
