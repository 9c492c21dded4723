import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plans, PricedClauses, PricedRowPage } from '../../../contract/entities/plan.ts';
import type { Role } from '../../../contract/entities/user.ts';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let facts: Facts;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

const get = async <T>(name: string, url: string, status = 200): Promise<T> => {
  const answer = await server.call('GET', `/api/v1${url}`, { token: tokens[name] });
  expect(answer.statusCode, answer.body).toBe(status);
  return answer.json();
};
const plansOf = (name: string, query = ''): Promise<Plans> => get(name, `/plans${query}`);
const save = async (config: object): Promise<number> => {
  const body = { companyName: 'Acme', commissionsConfig: JSON.stringify(config) };
  expect((await server.call('PUT', '/api/v1/settings/general', { token: tokens.ada, body })).statusCode).toBe(200);
  return (await server.db.query.selectFrom('config_versions').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id;
};
const quarter = 'start_date=2026-10-01&end_date=2026-12-31';
const priced = (name: string, plan: string, more = ''): Promise<PricedClauses> => get(name, `/plans/${plan}/clauses?${quarter}${more}`);
const linesOf = ({ data }: PricedClauses) => data.map(({ key, records, net_revenue, amount }) => [key, records, net_revenue, amount]);

beforeAll(async () => {
  server = await testApp();
  const add = async (name: string, role: Role, overrides: object = {}) => {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name, last_name: 'X', ...overrides });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  };
  await add('ada', 'admin');
  await add('vic', 'vp_sales');
  await add('fay', 'finance');
  await add('eve', 'events_manager');
  await add('mia', 'sales_manager');
  await add('sam', 'salesperson', { manager_id: ids.mia });
  await add('lee', 'salesperson', { manager_id: ids.mia });
  await add('kim', 'salesperson');
  facts = createFactWriter(server.db, ids.ada ?? 0, server.clock);
  const sellers = {
    id: 'sellers',
    name: 'Sellers',
    applies_to: { roles: ['salesperson'] },
    quota: {
      overrides: [
        { user_id: String(ids.lee), period: '2026-Q4', amount: 50_000 },
        { user_id: String(ids.kim), period: '2026-Q4', amount: 60_000, reason: 'parental leave' },
      ],
    },
  };
  const leads = { id: 'leads', name: 'Leads', applies_to: { roles: ['vp_sales'], users: [String(ids.kim)] } };
  await save({ plans: [sellers, leads] });
  await save({
    plans: [{ ...sellers, over_quota_commission_rate: 0.08, exclude: [{ field: 'customer_name', in: ['Our own club'] }] }, leads],
  });
});
afterAll(() => server.close());

const overridesIn = ({ plans }: Plans): string[] =>
  plans.flatMap(({ clauses }) => clauses.filter(({ key }) => key.startsWith('quota.override')).map((clause) => clause.sentence));

describe('decisions 2.09: plan readers', () => {
  it.each([
    ['sam', ['sellers']],
    ['kim', ['leads', 'sellers']],
    ['mia', ['sellers']],
    ['eve', []],
    ['vic', ['leads', 'sellers']],
    ['fay', ['sellers', 'leads']],
    ['ada', ['sellers', 'leads']],
  ])('%s reads %j, their own first', async (name, expected) => expect((await plansOf(name)).plans.map(({ id }) => id)).toEqual(expected));

  it('an individual amount is shown to that person, their manager, and readers of all', async () => {
    const overridesFor = async (name: string) => overridesIn(await plansOf(name)).map((item) => item.slice(4, 7));
    expect(await overridesFor('sam')).toEqual([]);
    expect(await overridesFor('lee')).toEqual(['lee']);
    expect(await overridesFor('mia')).toEqual(['lee']);
    expect(await overridesFor('fay')).toEqual(['lee', 'kim']);
  });

  it('a plan shows its version, its start, and the changes since the previous or another version', async () => {
    const { version, compared, changes, versions } = await plansOf('sam');
    expect(versions.length).toBe(3);
    expect([version.version - (compared?.version ?? 0), version.by]).toEqual([1, 'ada X']);
    expect(changes.map(({ path, before, after }) => [path, before, after])).toEqual([
      ['plans[0].over_quota_commission_rate', 'Net revenue over the quota earns 7.5%.', 'Net revenue over the quota earns 8.0%.'],
      ['plans[0].exclude[0]', null, 'Invoices to Our own club earn nothing and count toward no quota.'],
    ]);
    const first = versions.at(-1)?.id;
    const back = await plansOf('fay', `?version=${first}&compare=${version.id}`);
    expect([back.version.id, back.compared?.id, back.plans[0]?.id]).toEqual([first, version.id, 'default']);
    expect((await plansOf('fay', `?version=${first}`)).compared).toBeNull();
  });

  it('decisions 2.09: a plan shows its rates as steps to its readers, with their own position', async () => {
    const own = await plansOf('sam');
    expect(own.plans[0]?.steps).toEqual([
      { from: 0, rate: 0.05 },
      { from: 1, rate: 0.08 },
    ]);
    expect(own.position).toEqual({ attainment: 0, period: 'Q4 2026' });
    const read = await plansOf('ada');
    expect([read.plans.map(({ own: isOwn }) => isOwn), read.position]).toEqual([[false, false], null]);
  });

  it('refuses an unknown version, and checks the caller', async () => {
    await get('sam', '/plans?version=999999', 404);
    await get('sam', '/plans?version=abc', 400);
    expect((await server.call('GET', '/api/v1/plans', {})).statusCode).toBe(401);
  });
});

describe('decisions 2.09: a clause links to the records it priced', () => {
  let first: number;
  beforeAll(async () => {
    const book = (name: string, net_cents: number, overrides: object = {}) =>
      facts.addInvoice({ salesperson_id: ids[name] ?? 0, booking_date: '2026-11-03', net_cents, ...overrides });
    first = await book('sam', 60_000_00);
    await book('sam', 60_000_00);
    await book('sam', 10_000_00, { customer_name: 'Our own club' });
    await book('sam', -20_000_00, { credit_of_id: first, booking_date: '2026-12-01' });
    await book('lee', 33_33);
  });

  it('amounts by clause add up to the commission of the records, to the cent', async () => {
    const mine = await priced('sam', 'sellers');
    expect(linesOf(mine)).toEqual([
      ['exclude.0', 1, 10_000, 0],
      // The memo moves 20,000 of the second sale below the quota.
      ['tiers.0', 2, 100_000, 5000],
      ['tiers.1', 2, 0, 0],
    ]);
    expect(mine.total).toEqual({ records: 4, amount: 5000 });
    expect(mine.data[2]).toMatchObject({ path: 'plans[0].over_quota_commission_rate', sentence: 'Net revenue over the quota earns 8.0%.' });
    const all = await priced('fay', 'sellers');
    const { rows } = { rows: await server.db.query.selectFrom('commission_records').select('amount_cents').execute() };
    expect(all.total.amount * 100).toBe(rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
    expect(await priced('fay', 'sellers', `&user_id=${ids.lee}`)).toMatchObject({ total: { records: 1, amount: 1.67 } });
  });

  it('lists them in pages, each with the part that the clause priced', async () => {
    const { version } = (await plansOf('sam')).version;
    const page = (more: string): Promise<PricedRowPage> =>
      get('sam', `/plans/sellers/records?${quarter}&version=${version}&key=tiers.0&${more}`);
    const one = await page('limit=1');
    expect(one.data.map(({ net_revenue, rate, amount }) => [net_revenue, rate, amount])).toEqual([[40_000, 0.05, 2000]]);
    const two = await page(`limit=1&cursor=${one.pagination.cursor}`);
    expect(two.data.map(({ amount, salesperson_name }) => [amount, salesperson_name])).toEqual([[3000, 'sam X']]);
    expect(two.pagination.cursor).toBeNull();
    const over: PricedRowPage = await get('sam', `/plans/sellers/records?${quarter}&version=${version}&key=tiers.1`);
    expect(over.data.map(({ net_revenue, amount }) => [net_revenue, amount])).toEqual([
      [-20_000, -1600],
      [20_000, 1600],
    ]);
  });

  it('decisions 3.03: answers only about the reader, and only for their own plans', async () => {
    await get('sam', `/plans/sellers/clauses?${quarter}&user_id=${ids.lee}`, 403);
    await get('sam', `/plans/leads/clauses?${quarter}`, 404);
    await get('mia', `/plans/leads/clauses?${quarter}`, 404);
    await get('sam', `/plans/nothing/records?${quarter}&key=tiers.0&version=1`, 404);
  });

  it('names the error in the query', async () => {
    await get('sam', '/plans/sellers/clauses?start_date=2026-10-01', 400);
    await get('sam', '/plans/sellers/clauses?start_date=2026-10-01&end_date=2026-02-31', 400);
    const { version } = (await plansOf('sam')).version;
    await get('sam', `/plans/sellers/records?${quarter}&key=tiers.0&version=${version}&cursor=abc`, 400);
    await get('sam', `/plans/sellers/records?${quarter}&key=DROP%20TABLE&version=1`, 400);
  });
});

describe('number of people on a plan', () => {
  it('counts sellers, and people named by person or role', async () => {
    const seen = (await plansOf('ada')).plans.map(({ id, people }) => [id, people]);
    await save({ plans: [{ id: 'all', name: 'All' }] });
    expect((await plansOf('ada')).plans.map(({ id, people }) => [id, people])).toEqual([['all', 5]]);
    expect(seen).toEqual([
      ['sellers', 2],
      ['leads', 2],
    ]);
  });
});

describe('issue 49: a person paid by an overlay', () => {
  beforeAll(async () => {
    const sellers = { id: 'sellers', name: 'Sellers', applies_to: { roles: ['salesperson'] } };
    const overlays = [
      { user_id: String(ids.eve), sellers: [String(ids.sam)], rate: 0.02 },
      { user_id: String(ids.mia), sellers: [String(ids.lee)], rate: 0.03 },
    ];
    const overrides = [{ user_id: String(ids.lee), period: '2026-Q4', amount: 50_000 }];
    await save({ plans: [{ ...sellers, overlays, quota: { overrides, by_role: { vp_sales: 900_000 } } }] });
  });

  it('reads the sellers’ plan in words, without individual amounts', async () => {
    const { plans } = await plansOf('eve');
    expect(plans.map(({ id, own, people }) => [id, own, people])).toEqual([['sellers', false, 0]]);
    expect(plans[0]?.clauses.find(({ key }) => key === `overlay.${ids.eve}`)?.sentence).toContain('2.0%');
    expect(plans[0]?.clauses.filter(({ key }) => key.startsWith('quota.override'))).toEqual([]);
    const about = (key: string) => key.startsWith('quota.role') || key.startsWith('overlay.');
    expect(plans[0]?.clauses.filter(({ key }) => about(key)).map(({ key }) => key)).toEqual([`overlay.${ids.eve}`]);
  });

  it('reads nothing about what the plan pays', () => get('eve', `/plans/sellers/clauses?${quarter}`, 404));
});
