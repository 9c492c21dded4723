import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { deal, projected, projection, row } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...projection,
    holds: ({ snapshot, rig }) => {
      const { userId, ticked, extra, weighted } = snapshot.context;
      const running = snapshot.matches('loading') ? ['loadDeals'] : snapshot.matches({ ready: 'calculating' }) ? ['calculate'] : [];
      expect([...rig.jobs.keys()]).toEqual(running);
      // The running calculation uses the current choices.
      if (running[0] === 'calculate') expect(rig.jobs.get('calculate')?.input).toEqual({ userId, ticked, extra, weighted });
    },
  },
  table,
  ignored,
);

describe('projections', () => {
  const start = () => {
    const rig = createRig(projection.machine, { userId: '7' });
    rig.actor.start();
    return rig;
  };
  let live: ReturnType<typeof start>;
  const context = () => live.actor.getSnapshot().context;
  const inputs = () => live.calls.filter(({ id }) => id === 'calculate').map(({ input }) => input);
  beforeEach(async () => {
    live = start();
    await live.resolve('loadDeals', [deal('a'), deal('b')]);
  });

  it('decisions 2.13: with nothing ticked, calculates at once, so that the next threshold is shown', () =>
    expect(inputs()).toEqual([{ userId: '7', ticked: [], extra: [], weighted: false }]));

  it('decisions 2.13: sends deals, amounts and the weighting together, and again after each change', async () => {
    live.actor.send({ type: 'deal.toggle', id: 'a' });
    live.actor.send({ type: 'row.add', row });
    live.actor.send({ type: 'weighted.toggle' });
    expect(inputs().at(-1)).toEqual({ userId: '7', ticked: ['a'], extra: [row], weighted: true });
    live.actor.send({ type: 'deal.toggle', id: 'a' });
    live.actor.send({ type: 'row.remove', index: 0 });
    expect(inputs().at(-1)).toEqual({ userId: '7', ticked: [], extra: [], weighted: true });
  });

  it('never shows a late answer to an older choice', async () => {
    const lateJob = live.jobs.get('calculate');
    live.actor.send({ type: 'deal.toggle', id: 'a' });
    lateJob?.resolve(projected(1));
    await live.resolve('calculate', projected(5900));
    expect(context().projection?.after.commission).toBe(5900);
  });

  it('ignores an unknown deal or row', async () => {
    await live.resolve('calculate', projected(5900));
    live.actor.send({ type: 'deal.toggle', id: 'gone' });
    live.actor.send({ type: 'row.remove', index: 0 });
    expect(inputs()).toHaveLength(1);
  });

  it('another person starts over with their own deals, and keeps the amounts', async () => {
    live.actor.send({ type: 'deal.toggle', id: 'a' });
    live.actor.send({ type: 'row.add', row });
    live.actor.send({ type: 'person.choose', userId: '8' });
    expect(context()).toMatchObject({ userId: '8', deals: [], ticked: [], extra: [row], projection: null });
    expect(live.calls.at(-1)).toEqual({ id: 'loadDeals', input: { userId: '8' } });
    live.actor.send({ type: 'person.choose', userId: '8' });
    expect(live.calls.filter(({ id }) => id === 'loadDeals')).toHaveLength(2);
  });

  it('amounts can be added even without the deals', async () => {
    live = start();
    await live.reject('loadDeals', new TypeError('fetch failed'));
    expect(context().dealsError).toBe('The open deals could not be loaded. Amounts of your own can still be added.');
    live.actor.send({ type: 'row.add', row });
    expect(inputs().at(-1)).toMatchObject({ extra: [row] });
  });

  it('names a refused row, and keeps the previous answer', async () => {
    await live.resolve('calculate', projected(5900));
    live.actor.send({ type: 'row.add', row });
    live.actor.send({ type: 'row.add', row });
    const message = 'Booking date must be from Oct 1, 2026 to Dec 31, 2026.';
    await live.reject('calculate', { status: 422, data: { message, errors: { 'extra.1.booking_date': message, user_id: 'Gone.' } } });
    expect(context()).toMatchObject({ error: message, rowErrors: { 1: message }, projection: projected(5900) });
    live.actor.send({ type: 'row.remove', index: 1 });
    expect(context().rowErrors).toEqual({});
  });

  it('a failure keeps the older figures, says so, and can be retried', async () => {
    await live.resolve('calculate', projected(5900));
    live.actor.send({ type: 'deal.toggle', id: 'a' });
    await live.reject('calculate', new TypeError('fetch failed'));
    expect(context()).toMatchObject({ projection: projected(5900), error: 'The projection could not be calculated.' });
    live.actor.send({ type: 'projection.retry' });
    await live.resolve('calculate', projected(5900));
    expect(context().error).toBeNull();
  });
});
