import { describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { columnLayout, keys, nothingSaved } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...columnLayout,
    holds: ({ snapshot, rig }) => {
      const { order, hidden, widths } = snapshot.context;
      const job = rig.jobs.get('saveLayout');
      expect(job !== undefined).toBe(snapshot.matches('saving'));
      // spec 7.32: a save contains every column with key and visible; the default layout is an empty list and an empty map.
      const isOwn = order.join() === keys.join() && hidden.length === 0 && Object.keys(widths).length === 0;
      if (snapshot.matches({ saving: 'current' }))
        expect(job?.input).toEqual(
          isOwn ? { order: [], widths: {} } : { order: order.map((key: string) => ({ key, visible: !hidden.includes(key) })), widths },
        );
      expect(snapshot.hasTag('unsaved')).toBe(snapshot.matches('changed') || snapshot.matches({ saving: 'outdated' }));
      expect([...order].sort()).toEqual([...keys].sort());
      expect(hidden.length).toBeLessThan(keys.length);
    },
  },
  table,
  ignored,
);

describe('the column layout', () => {
  const start = (saved: Parameters<typeof createRig<typeof columnLayout.machine>>[1] = { keys, saved: nothingSaved }) => {
    const rig = createRig(columnLayout.machine, saved);
    rig.actor.start();
    return rig;
  };
  const context = (rig: ReturnType<typeof start>) => rig.actor.getSnapshot().context;

  it("starts with the table's own order, with every column visible, if nothing was saved", () =>
    expect(context(start())).toEqual({ keys, hiddenByDefault: [], order: keys, hidden: [], widths: {} }));

  it('spec 7.32: starts with the saved order and visibility, adds new columns at the end and drops removed ones', () => {
    const saved = {
      order: [
        { key: 'status', visible: true },
        { key: 'gone', visible: true },
        { key: 'invoice', visible: false },
      ],
      widths: { status: 90, gone: 200 },
    };
    expect(context(start({ keys, saved }))).toEqual({
      keys,
      hiddenByDefault: [],
      order: ['status', 'invoice', 'amount'],
      hidden: ['invoice'],
      widths: { status: 90 },
    });
  });

  it('spec 9.08: no column is narrower than 60 px, saved or resized', () => {
    const rig = start({ keys, saved: { order: [], widths: { invoice: 10 } } });
    expect(context(rig).widths).toEqual({ invoice: 60 });
    rig.actor.send({ type: 'column.resize', key: 'amount', width: 59.4 });
    rig.actor.send({ type: 'column.resize', key: 'status', width: 61.4 });
    expect(context(rig).widths).toEqual({ invoice: 60, amount: 60, status: 61 });
  });

  it.each([
    [0, ['status', 'invoice', 'amount']],
    [1, ['invoice', 'status', 'amount']],
    [99, ['invoice', 'amount', 'status']],
    [-5, ['status', 'invoice', 'amount']],
  ])('spec 2.36: a column dragged to place %i lands there, inside the table', (to, order) => {
    const rig = start();
    rig.actor.send({ type: 'column.move', key: 'status', to });
    expect(context(rig).order).toEqual(order);
  });

  it('a burst of changes makes one save, 400 ms after the last of them', async () => {
    const rig = start();
    rig.actor.send({ type: 'column.move', key: 'status', to: 0 });
    rig.clock.increment(399);
    rig.actor.send({ type: 'column.resize', key: 'amount', width: 120 });
    expectChangeAt(rig, 400);
    expect(rig.calls).toEqual([
      {
        id: 'saveLayout',
        input: {
          order: [
            { key: 'status', visible: true },
            { key: 'invoice', visible: true },
            { key: 'amount', visible: true },
          ],
          widths: { amount: 120 },
        },
      },
    ]);
    await rig.resolve('saveLayout');
    expect(rig.actor.getSnapshot().value).toBe('steady');
  });

  it('spec 7.32: a reset restores the default order and saves an empty list and an empty map at once', () => {
    const rig = start({ keys, saved: { order: [{ key: 'status', visible: false }], widths: { amount: 200 } } });
    rig.actor.send({ type: 'layout.reset' });
    expect(context(rig)).toEqual({ keys, hiddenByDefault: [], order: keys, hidden: [], widths: {} });
    expect(rig.calls).toEqual([{ id: 'saveLayout', input: { order: [], widths: {} } }]);
  });

  it('optional columns are hidden at first and after a reset, stay once chosen, and do not count as a change', () => {
    const rig = start({ keys, hiddenByDefault: ['status'], saved: nothingSaved });
    expect(context(rig).hidden).toEqual(['status']);
    rig.actor.send({ type: 'column.show', key: 'status' });
    rig.clock.increment(400);
    expect(rig.calls.at(-1)?.input).toEqual({ order: keys.map((key) => ({ key, visible: true })), widths: {} });
    const saved = { order: keys.map((key) => ({ key, visible: true })), widths: {} };
    expect(context(start({ keys, hiddenByDefault: ['status'], saved })).hidden).toEqual([]);
    const again = start({ keys, hiddenByDefault: ['status'], saved });
    again.actor.send({ type: 'layout.reset' });
    expect(context(again).hidden).toEqual(['status']);
    expect(again.calls).toEqual([{ id: 'saveLayout', input: { order: [], widths: {} } }]);
  });

  it('spec 8.15: a failed save is only logged and the screen keeps its columns', async () => {
    const rig = start();
    rig.actor.send({ type: 'column.hide', key: 'amount' });
    rig.clock.increment(400);
    await rig.reject('saveLayout', { status: 500 });
    expect(rig.effects).toEqual([{ name: 'logFailure', params: { error: { status: 500 } } }]);
    expect(context(rig).hidden).toEqual(['amount']);
    expect(rig.actor.getSnapshot().value).toBe('steady');
  });

  it('spec 7.32: a reset during a save is sent after its answer, so that the older save cannot win', async () => {
    const rig = start();
    rig.actor.send({ type: 'column.hide', key: 'amount' });
    rig.clock.increment(400);
    rig.actor.send({ type: 'layout.reset' });
    rig.actor.send({ type: 'layout.reset' });
    expect(rig.calls).toHaveLength(1);
    await rig.resolve('saveLayout');
    rig.clock.increment(400);
    expect(rig.calls.map(({ input }) => input)).toEqual([
      {
        order: [
          { key: 'invoice', visible: true },
          { key: 'amount', visible: false },
          { key: 'status', visible: true },
        ],
        widths: {},
      },
      { order: [], widths: {} },
    ]);
  });

  it('spec 8.15: a change during a save is saved afterwards, even if that save failed', async () => {
    const rig = start();
    rig.actor.send({ type: 'layout.reset' });
    rig.actor.send({ type: 'column.resize', key: 'status', width: 80 });
    await rig.reject('saveLayout', { status: 500 });
    expect(rig.effects.map(({ name }) => name)).toEqual(['logFailure']);
    expectChangeAt(rig, 400);
    expect(rig.calls).toHaveLength(2);
  });

  it('a change during a save is saved afterwards in full', async () => {
    const rig = start();
    rig.actor.send({ type: 'column.hide', key: 'amount' });
    rig.clock.increment(400);
    rig.actor.send({ type: 'column.resize', key: 'status', width: 80 });
    rig.clock.increment(10_000);
    expect(rig.calls).toHaveLength(1);
    await rig.resolve('saveLayout');
    expectChangeAt(rig, 400);
    expect(rig.calls).toHaveLength(2);
    expect(rig.calls[1]?.input).toEqual({
      widths: { status: 80 },
      order: [
        { key: 'invoice', visible: true },
        { key: 'amount', visible: false },
        { key: 'status', visible: true },
      ],
    });
  });

  it('the last visible column cannot be hidden', () => {
    const rig = start();
    rig.actor.send({ type: 'column.hide', key: 'invoice' });
    rig.actor.send({ type: 'column.hide', key: 'amount' });
    expect(rig.actor.getSnapshot().can({ type: 'column.hide', key: 'status' })).toBe(false);
    rig.actor.send({ type: 'column.show', key: 'invoice' });
    expect(rig.actor.getSnapshot().can({ type: 'column.hide', key: 'status' })).toBe(true);
  });

  it('resets the width of one column alone, and saves it like any change', () => {
    const rig = start({ keys, saved: { order: [], widths: { invoice: 90, amount: 200 } } });
    rig.actor.send({ type: 'column.resetWidth', key: 'amount' });
    expect(context(rig)).toEqual({
      keys,
      hiddenByDefault: [],
      order: ['invoice', 'amount', 'status'],
      hidden: [],
      widths: { invoice: 90 },
    });
    expectChangeAt(rig, 400);
    expect(rig.calls).toMatchObject([{ input: { widths: { invoice: 90 } } }]);
  });

  it('a column with its default width, or an unknown one, has nothing to reset', () => {
    const rig = start();
    for (const key of ['amount', 'gone', 'toString']) rig.actor.send({ type: 'column.resetWidth', key });
    expect(rig.actor.getSnapshot().value).toBe('steady');
  });

  it('a saved layout that hides every column still shows one', () => {
    const saved = { order: keys.map((key) => ({ key, visible: false })), widths: {} };
    expect(context(start({ keys, saved }))).toEqual({
      keys,
      hiddenByDefault: [],
      order: ['invoice', 'amount', 'status'],
      hidden: [],
      widths: {},
    });
  });

  it('ignores a column that does not exist', () => {
    const rig = start();
    rig.actor.send({ type: 'column.move', key: 'gone', to: 0 });
    rig.actor.send({ type: 'column.resize', key: 'gone', width: 100 });
    rig.actor.send({ type: 'column.hide', key: 'gone' });
    expect(rig.actor.getSnapshot().value).toBe('steady');
  });
});
