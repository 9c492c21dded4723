import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/db/repositories/store.ts';
import { notifyStaleDeals } from '../../../server/domain/deals/staleDeals.ts';
import { createDealWorld } from '../support/worlds/deals.ts';

let world: Awaited<ReturnType<typeof createDealWorld>>;
beforeAll(async () => {
  world = await createDealWorld();
  const kim = String(world.ids.kim);
  await world.made('vic', { name: 'A', amount: '1000', stage: 'Proposal', expected_close_date: '2026-12-10' });
  await world.made('vic', { name: 'B', amount: '333.33', stage: 'Qualified', expected_close_date: '2027-01-10' });
  await world.made('vic', { name: 'C', amount: '500', stage: 'Proposal', expected_close_date: '' });
  await world.made('vic', { name: 'D', amount: '2000', stage: 'Verbal', owner_id: kim });
  await world.made('vic', { name: 'E', amount: '70', stage: 'Verbal', owner_id: '' });
});
afterAll(() => world.server.close());

const read = async (name: string, query = '') => (await world.call(name, 'GET', `pipeline${query}`)).json();

describe('spec 7.22: pipeline', () => {
  it('spec 3.12: adds up by stage, with incomplete deals as zero (decisions 2.17)', async () => {
    const { data, summary, forecast } = await read('sam');
    expect(data).toEqual([
      { stage: 'Prospecting', count: 0, value: 0, probability: 0.1, weighted_value: 0, gone: false },
      { stage: 'Qualified', count: 1, value: 333.33, probability: 0.25, weighted_value: 83.33, gone: false },
      { stage: 'Proposal', count: 2, value: 1000, probability: 0.5, weighted_value: 500, gone: false },
      { stage: 'Negotiation', count: 0, value: 0, probability: 0.75, weighted_value: 0, gone: false },
      { stage: 'Verbal', count: 0, value: 0, probability: 0.9, weighted_value: 0, gone: false },
    ]);
    expect(summary).toEqual({
      deal_count: 3,
      total_value: 1333.33,
      weighted_value: 583.33,
      average_deal_size: 666.67,
      needs_data: 1,
      stale: 0,
    });
    expect(forecast).toEqual([
      { month: '2026-12', count: 1, value: 1000, weighted_value: 500 },
      { month: '2027-01', count: 1, value: 333.33, weighted_value: 83.33 },
    ]);
  });

  it('decisions 3.04: adds up the deals that the caller may read', async () => {
    const totals = await Promise.all(
      ['sam', 'kim', 'mia', 'max', 'vic', 'ada', 'fay'].map(async (name) => (await read(name)).summary.total_value),
    );
    expect(totals).toEqual([1333.33, 2000, 1333.33, 2000, 3333.33, 3333.33, 3333.33]);
  });

  it('decisions 3.02: shows an events_manager counts without amounts', async () => {
    const { data, summary, forecast } = await read('eve');
    expect(summary).toEqual({ deal_count: 5, total_value: null, weighted_value: null, average_deal_size: null, needs_data: 2, stale: 0 });
    expect([...data, ...forecast].every(({ value, weighted_value }) => value === null && weighted_value === null)).toBe(true);
  });

  it('decisions 2.13: matches the open deals of a projection to the cent', async () => {
    for (const name of ['sam', 'mia', 'vic', 'fay']) {
      const open = (await world.call(name, 'GET', 'deals/open')).json().data as { amount: number; probability: number }[];
      const { summary } = await read(name);
      const cents = (values: number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
      expect(cents(open.map(({ amount }) => amount)), name).toBe(summary.total_value);
      expect(cents(open.map(({ amount, probability }) => amount * probability)), name).toBe(summary.weighted_value);
      expect(open, name).toHaveLength(summary.deal_count - summary.needs_data);
    }
  });

  it('filters like the list, and the list shows the counted deals', async () => {
    const { summary } = await read('vic', `?owner=${world.ids.kim}`);
    expect([summary.deal_count, summary.total_value]).toEqual([1, 2000]);
    const { forecast } = await read('vic');
    for (const { month, count } of forecast) expect(await world.list('vic', `close=${month}`), month).toHaveLength(count);
    for (const { stage, count } of (await read('vic')).data) expect(await world.list('vic', `stage=${stage}`), stage).toHaveLength(count);
  });

  it('decisions 2.17: shows a board of stages with totals and their deals, incomplete ones first', async () => {
    const { stages, data } = (await world.call('vic', 'GET', 'deals/board')).json();
    expect(stages.map(({ stage }: { stage: string }) => stage)).toEqual(['Prospecting', 'Qualified', 'Proposal', 'Negotiation', 'Verbal']);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['C', 'E', 'A', 'D', 'B']);
    expect((await world.call('eve', 'GET', 'deals/board')).statusCode).toBe(403);
  });
});

it('decisions 5.02: the owner is notified once of a deal without progress for 30 days, with a link to it', async () => {
  const store = openStore(world.server.db);
  const at = new Date('2026-12-22T12:00:00Z');
  expect(await notifyStaleDeals(store, new Date('2026-12-20T12:00:00Z'))).toBe(0);
  expect(await notifyStaleDeals(store, at)).toBe(4);
  expect(await notifyStaleDeals(store, at)).toBe(4);
  const notices = await world.server.db.query.selectFrom('notifications').selectAll().where('type', '=', 'deal').orderBy('id').execute();
  expect(notices.map(({ user_id, message }) => [user_id, message])).toEqual([
    [world.ids.sam, 'A has been in Proposal for 31 days.'],
    [world.ids.sam, 'B has been in Qualified for 31 days.'],
    [world.ids.sam, 'C has been in Proposal for 31 days.'],
    [world.ids.kim, 'D has been in Verbal for 31 days.'],
  ]);
});

it('decisions 2.17: the funnel counts every deal that ever reached a stage, so that steps never grow, and each step lists its deals', async () => {
  const { funnel } = await read('sam');
  expect(funnel.map(({ count }: { count: number }) => count)).toEqual([3, 3, 2, 0, 0, 0]);
  const won = await world.made('kim', { owner_id: String(world.ids.kim), name: 'W', amount: '10', stage: 'Qualified' });
  await world.call('kim', 'POST', `deals/${won.id}/win`, { version: won.version });
  const lost = await world.made('kim', { owner_id: String(world.ids.kim), name: 'L', amount: '10', stage: 'Negotiation' });
  await world.call('kim', 'POST', `deals/${lost.id}/lose`, { version: lost.version, reason: 'No budget this year' });
  const { funnel: kims } = await read('kim');
  // The open deal in Verbal, the lost one in Negotiation, and the won one, which passed every stage.
  expect(kims).toEqual([
    { stage: 'Prospecting', count: 3 },
    { stage: 'Qualified', count: 3 },
    { stage: 'Proposal', count: 3 },
    { stage: 'Negotiation', count: 3 },
    { stage: 'Verbal', count: 2 },
    { stage: 'won', count: 1 },
  ]);
  for (const { stage, count } of kims.slice(0, -1))
    expect(await world.list('kim', `state=all&reached=${stage}`), stage).toHaveLength(count);
});

it('decisions 2.17: a deal that moved back, was lost midway or reopened counts in each of its past stages', async () => {
  const before = (await read('max')).funnel.map(({ count }: { count: number }) => count);
  const max = String(world.ids.max);
  const back = await world.made('max', { owner_id: max, name: 'Back', stage: 'Negotiation' });
  const moved = (await world.step('max', back, 'move', { stage: 'Prospecting' })).json();
  await world.step('max', moved, 'lose', { reason: 'Dates did not fit' });
  const repeated = await world.made('max', { owner_id: max, name: 'Again', stage: 'Qualified' });
  const won = (await world.step('max', repeated, 'win')).json();
  await world.step('max', won, 'reopen');
  const { funnel } = await read('max');
  expect(funnel.map(({ count }: { count: number }, index: number) => count - before[index])).toEqual([2, 2, 1, 1, 0, 0]);
  for (const { stage, count } of funnel.slice(0, -1))
    expect(await world.list('max', `state=all&reached=${stage}`), stage).toHaveLength(count);
});
