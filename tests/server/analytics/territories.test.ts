import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Analytics } from '../../../contract/entities/analytics.ts';
import { messages } from '../../../contract/messages.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { readQuotasOfStays } from '../../../server/domain/plans/quotasOfStays.ts';
import { createFactWriter } from '../support/facts.ts';
import { eventRow } from '../support/worlds/events.ts';
import { createReportWorld } from '../support/worlds/reports.ts';

const NOVEMBER = 'start_date=2026-11-01&end_date=2026-11-30';
const OCTOBER_15_ON = 'start_date=2026-10-15&end_date=2026-11-20';
let world: Awaited<ReturnType<typeof createReportWorld>>;
let [moving, staying] = [0, 0];

const analytics = async (query: string): Promise<Analytics> => (await world.call('ada', 'GET', `analytics?${query}`)).json();
const salesBy = async (query: string) =>
  Object.fromEntries(
    (await analytics(`${query}&by=territory`)).rows.map(({ label, current }) => [label, [current.sales, current.commission]]),
  );
const salesOf = async (query: string, territory: string) => {
  const { rows, top_deals } = await analytics(`${query}&of=territory.${territory}`);
  return [rows[0]?.current.sales ?? 0, (top_deals ?? []).map(({ amount }) => amount)];
};
const territoryReport = async (start_date: string, end_date: string): Promise<string[]> => {
  const { file } = await world.written('ada', { type: 'territory_analysis', start_date, end_date });
  return file.body.split('\r\n').filter((line: string) => /^(West|Midwest|Total),/.test(line));
};

/** Mo moves from West to Midwest on November 11; Kay has always been in West. */
beforeAll(async () => {
  world = await createReportWorld();
  const add = (first_name: string) =>
    world.server.add({ email: `${first_name}@moves.test`, role: 'salesperson', first_name, last_name: 'Moves' });
  [moving, staying] = [await add('Mo'), await add('Kay')];
  await world.server.db.query.updateTable('users').set({ territory: 'West' }).where('id', 'in', [moving, staying]).execute();
  const answer = await world.call('ada', 'PUT', `users/${moving}`, { territory: 'Midwest', effective_from: '2026-11-11' });
  expect(answer.statusCode, answer.body).toBe(200);
  const facts = createFactWriter(world.server.db, world.ids.ada!, world.server.clock);
  const book = (salesperson_id: number, booking_date: string, dollars: number, overrides: object = {}) =>
    facts.addInvoice({ salesperson_id, booking_date, net_cents: dollars * 100, ...overrides });
  await book(moving, '2026-10-20', 1_000);
  const west = await book(moving, '2026-11-10', 2_000);
  await book(moving, '2026-11-11', 4_000);
  await book(moving, '2026-11-18', -500, { credit_of_id: west });
  await book(staying, '2026-11-18', 8_000);
  const event = { activity_type: 'Workshop', sales_person: 'Mo Moves', invoice_id: null };
  const timesOn = (day: string) => ({ starts_at: `${day}T16:00:00Z`, ends_at: `${day}T18:00:00Z` });
  await world.server.db.query
    .insertInto('events')
    .values([
      eventRow({ ...event, ...timesOn('2026-11-02') }),
      eventRow({ ...event, ...timesOn('2026-11-12') }),
      eventRow({ ...event, ...timesOn('2026-11-13') }),
    ])
    .execute();
});
afterAll(() => world.server.close());

it('decisions 2.22: analytics count a sale in the territory of its booking date, and a memo in the territory of its sale', async () => {
  expect(await salesBy(NOVEMBER)).toMatchObject({ West: [9_500, 475], Midwest: [4_000, 200] });
  expect(await salesBy(OCTOBER_15_ON)).toMatchObject({ West: [10_500, 525], Midwest: [4_000, 200] });
});

it('decisions 2.22: a territory keeps the sales of its days, including those of people who have moved away', async () => {
  expect(await salesOf(NOVEMBER, 'West')).toEqual([9_500, [8_000, 2_000]]);
  expect(await salesOf(NOVEMBER, 'Midwest')).toEqual([4_000, [4_000]]);
});

it('decisions 2.22: trend months, events and won deals go by their own day', async () => {
  const { trend, rows } = await analytics(`start_date=2026-09-01&end_date=2026-11-30&by=territory`);
  const monthsOf = (name: string) => trend.find(({ label }) => label === name)?.points.map(({ sales }) => sales);
  expect([monthsOf('West'), monthsOf('Midwest')]).toEqual([
    [0, 1_000, 9_500],
    [0, 0, 4_000],
  ]);
  expect(rows.length).toBeGreaterThan(1);
  const seen = await world.call('eve', 'GET', `analytics?${NOVEMBER}&by=territory`);
  expect(Object.fromEntries(seen.json().rows.map((row: Analytics['rows'][number]) => [row.label, row.current.events]))).toEqual({
    West: 1,
    Midwest: 2,
  });
  const deal = { customer_name: 'Acme', stage: 'won', probability: '1', state: 'won' as const, expected_close_date: '2026-11-01' };
  await world.server.db.query
    .insertInto('deals')
    .values([
      { ...deal, name: 'Then', owner_id: moving, amount_cents: 5_00, closed_on: '2026-11-02' },
      { ...deal, name: 'Since', owner_id: moving, amount_cents: 9_00, closed_on: '2026-11-12' },
    ])
    .execute();
  const closed = Object.fromEntries((await analytics(`${NOVEMBER}&by=territory`)).rows.map(({ label, current }) => [label, current.deals]));
  expect(closed).toMatchObject({ West: 1, Midwest: 1 });
  expect((await salesOf(NOVEMBER, 'West'))[1]).toEqual([5]);
  await world.server.db.query.deleteFrom('deals').where('customer_name', '=', 'Acme').execute();
});

it('decisions 2.22: a quota counts in a territory for the person’s days there', async () => {
  // 100,000 a quarter: of November's 30 days Mo has 10 in West and 20 in Midwest.
  const rows = (await analytics(`${NOVEMBER}&by=territory`)).rows;
  const attainmentOf = (name: string) => rows.find(({ label }) => label === name)?.current.attainment;
  const [west, midwest] = [(100_000 * 40) / 92, (100_000 * 20) / 92];
  expect(attainmentOf('West')).toBeCloseTo(9_500 / west, 5);
  expect(attainmentOf('Midwest')).toBeCloseTo(4_000 / midwest, 5);
  const [only] = (await analytics(`${NOVEMBER}&of=territory.Midwest`)).rows;
  expect(only?.current.attainment).toBeCloseTo(4_000 / midwest, 5);
});

it('decisions 2.22: the quotas of many people who moved are read at once, and one person’s territories add up to the total', async () => {
  const store = openStore(world.server.db);
  let reads = 0;
  const counted = <A extends readonly unknown[], R>(read: (...input: A) => R): ((...input: A) => R) => {
    return (...input) => {
      reads += 1;
      return read(...input);
    };
  };
  const { closings, holders, eachHolder } = store.quotaPeople;
  const quotaPeople = { ...store.quotaPeople, closings: counted(closings), holders: counted(holders), eachHolder: counted(eachHolder) };
  const range = { start_date: '2026-11-01', end_date: '2026-11-30' };
  const lastDays = new Map([
    [moving, '2026-11-10'],
    [staying, '2026-11-10'],
    [world.ids.sam!, '2026-11-20'],
    [world.ids.kim!, '2026-11-30'],
  ]);
  const readsOf = async (...ids: readonly number[]) => {
    reads = 0;
    const stays = ids.flatMap((id) => [
      { id, territory: 'West', from_day: '1900-01-01', to_day: lastDays.get(id)! },
      { id, territory: 'Midwest', from_day: addDays(lastDays.get(id)!, 1), to_day: '2999-12-31' },
    ]);
    return { quotas: await readQuotasOfStays({ config: store.config, quotaPeople }, range, stays), reads };
  };
  const alone = await readsOf(moving);
  const allReads = await readsOf(...lastDays.keys());
  expect(allReads.reads).toBe(alone.reads);
  const dayQuota = (days: number): number => Math.round((100_000_00 * days) / 92);
  expect(allReads.quotas.map(({ territory, quota }) => [territory, Math.round(quota)])).toEqual([
    ['West', dayQuota(10)],
    ['Midwest', dayQuota(30) - dayQuota(10)],
    ['West', dayQuota(10)],
    ['Midwest', dayQuota(30) - dayQuota(10)],
    ['West', dayQuota(20)],
    ['Midwest', dayQuota(30) - dayQuota(20)],
    ['West', dayQuota(30)],
  ]);
});

it('decisions 2.22: the territory report goes by booking date and lists a person who moved in both territories', async () => {
  const [midwest, west, total] = [
    'Midwest,1,4000.00,0.00,,1,200.00,21739.13,18.4%',
    'West,2,9500.00,1000.00,850.0%,2,475.00,43478.27,21.8%',
    expect.stringMatching(/^Total,4,13500\.00,/),
  ];
  expect(await territoryReport('2026-11-01', '2026-11-30')).toEqual([midwest, west, total]);
});

it.each(['a&b', 'U.K.', 'A, B', '😀 Zone', 'x'.repeat(40)])('decisions 4.10: accepts %j as the name of a territory', async (name) => {
  expect((await world.call('ada', 'POST', 'settings/territories', { name })).statusCode).toBe(201);
  const { query } = world.server.db;
  await query.updateTable('users').set({ territory: name }).where('id', '=', staying).execute();
  expect(await salesOf(NOVEMBER, encodeURIComponent(name))).toEqual([8_000, [8_000]]);
});

it('decisions 4.10: a removed territory keeps its figures, and its row links to them', async () => {
  expect((await world.call('ada', 'POST', 'settings/territories', { name: 'Old North' })).statusCode).toBe(201);
  const answers = [
    await world.call('ada', 'PUT', `users/${staying}`, { territory: 'Old North', effective_from: '2026-11-15' }),
    await world.call('ada', 'PUT', `users/${staying}`, { territory: 'West', effective_from: '2026-11-19' }),
    await world.call('ada', 'DELETE', 'settings/territories?name=Old%20North'),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 204]);
  expect((await analytics(`${NOVEMBER}&by=territory`)).rows.map(({ key }) => key)).toContain('Old North');
  expect(await salesOf(NOVEMBER, 'Old%20North')).toEqual([8_000, [8_000]]);
});

it.each(['moon', 'territory.', `territory.${'x'.repeat(41)}`, 'person.x', 'team.x'])(
  'refuses figures of %j with a message',
  async (scope) => {
    const answer = await world.call('ada', 'GET', `analytics?${NOVEMBER}&of=${scope}`);
    expect([answer.statusCode, answer.json().message]).toEqual([400, messages.analytics.unreadable]);
  },
);
