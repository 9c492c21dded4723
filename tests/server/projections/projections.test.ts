import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

const Q4 = { start_date: '2026-10-01', end_date: '2026-12-31' };
let server: TestApp;
let sam: number;
let kim: number;
const tokens: Record<string, string> = {};
const deals: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson' });
  kim = await server.add({ email: 'kim@example.test', role: 'salesperson' });
  await server.add({ email: 'fay@example.test', role: 'finance' });
  for (const name of ['sam', 'kim', 'fay']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  const invoice = { customer_name: 'Acme', salesperson_id: sam, gross_cents: 60_000_00, net_cents: 60_000_00, state: 'sent' as const };
  await server.db.query
    .insertInto('invoices')
    .values([
      { ...invoice, invoice_number: 'A-1', booking_date: '2026-10-05' },
      { ...invoice, invoice_number: 'A-2', booking_date: '2026-09-05' },
    ])
    .execute();
  const deal = { customer_name: 'Acme', stage: 'Proposal', probability: '0.5', state: 'open' as const, lost_reason: null, closed_on: null };
  for (const [name, more] of Object.entries({
    big: { owner_id: sam, amount_cents: 60_000_00, expected_close_date: '2026-12-01' },
    late: { owner_id: sam, amount_cents: 10_000_00, expected_close_date: '2026-01-01' },
    won: { owner_id: sam, amount_cents: 10_000_00, expected_close_date: '2026-12-01', state: 'won' as const },
    kims: { owner_id: kim, amount_cents: 10_000_00, expected_close_date: '2026-12-01' },
  })) {
    const row = await server.db.query
      .insertInto('deals')
      .values({ ...deal, name, ...more })
      .returning('id')
      .executeTakeFirstOrThrow();
    deals[name] = String(row.id);
  }
});
afterAll(() => server.close());

const project = (name: string, body: object): Promise<Answer> =>
  server.call('POST', '/api/v1/commissions/projections', {
    token: tokens[name],
    body: { ...Q4, user_id: String(sam), deal_ids: [], extra: [], weighted: false, ...body },
  });

describe('projections', () => {
  it('decisions 2.13: passes the quota in the worked example: 60,000 booked, 60,000 more earns 3,500.00', async () => {
    const answer = await project('sam', { deal_ids: [deals.big] });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      before: { net_revenue: 60_000, commission: 3_000, quota_attainment: 0.6, effective_rate: 0.05 },
      after: { net_revenue: 120_000, commission: 6_500, quota_attainment: 1.2 },
      rows: [{ label: 'big', booking_date: '2026-12-01', net_revenue: 60_000, commission: 3_500 }],
      next_threshold: null,
    });
    expect(await server.db.query.selectFrom('commission_records').selectAll().execute()).toEqual([]);
  });

  it('weights by probability, includes what-if rows, and shows the distance to the next rate', async () => {
    const extra = [{ net_revenue: 5000.5, booking_date: '2026-11-30' }];
    const { after, rows, next_threshold } = (await project('fay', { deal_ids: [deals.big], extra, weighted: true })).json();
    expect(after.net_revenue).toBe(95_000.5);
    expect(rows).toMatchObject([
      { label: 'big', net_revenue: 30_000 },
      { label: 'What if 1', net_revenue: 5000.5 },
    ]);
    expect(next_threshold).toEqual({ missing: 4_999.5, rate: 0.075, period: 'Q4 2026', quota_period: 'quarter', whole: false });
  });

  it('treats an overdue deal as of today', async () => {
    expect((await project('sam', { deal_ids: [deals.late] })).json().rows).toMatchObject([{ booking_date: '2026-11-21' }]);
  });

  it('decisions 2.13: covers the whole quota period that the range ends in, whatever part the screen shows', async () => {
    const part = { deal_ids: [deals.big, deals.late], start_date: '2026-11-01', end_date: '2026-11-21' };
    const shown = (await project('sam', part)).json();
    expect(shown).toEqual((await project('sam', { ...part, ...Q4 })).json());
    expect(shown.rows.map(({ label, booking_date }: { label: string; booking_date: string }) => [label, booking_date])).toEqual([
      ['late', '2026-11-21'],
      ['big', '2026-12-01'],
    ]);
    expect([shown.left_out, shown.periods, shown.range]).toEqual([[], ['Q4 2026'], Q4]);
    const input = await project('sam', { ...part, extra: [{ net_revenue: 5, booking_date: '2026-12-31' }] });
    expect(input.json().rows.at(-1).booking_date).toBe('2026-12-31');
  });

  it('decisions 2.13: omits and names a deal expected in another quota period', async () => {
    const next = (await project('sam', { deal_ids: [deals.big], start_date: '2026-11-01', end_date: '2027-01-15' })).json();
    expect([next.rows, next.left_out]).toEqual([[], [{ label: 'big', expected_close_date: '2026-12-01', why: 'before' }]]);
    expect(next.range).toEqual({ start_date: '2027-01-01', end_date: '2027-03-31' });
  });

  it('decisions 2.13: covers a manager’s team: their people’s deals, each under their own quota', async () => {
    const mia = await server.add({ email: 'mia@example.test', role: 'sales_manager' });
    const { access_token: token } = await server.signIn('mia@example.test');
    const team = (body: object) =>
      server.call('POST', '/api/v1/commissions/projections', {
        token,
        body: { ...Q4, user_id: 'team', deal_ids: [], extra: [], weighted: false, ...body },
      });
    expect((await team({})).statusCode).toBe(404);
    await server.db.query.updateTable('users').set({ manager_id: mia }).where('id', 'in', [sam, kim]).execute();
    const open = (await server.call('GET', '/api/v1/deals/open?user_id=team', { token })).json();
    expect(open.data.map(({ name }: { name: string }) => name)).toEqual(['late', 'big', 'kims']);
    const { before, after, rows, next_threshold, range } = (await team({ deal_ids: [deals.big, deals.kims] })).json();
    expect(rows.map(({ label, commission }: { label: string; commission: number }) => [label, commission])).toEqual([
      ['big', 3_500],
      ['kims', 500],
    ]);
    expect([before.commission, after.commission, before.quota_attainment, after.quota_attainment]).toEqual([3_000, 7_000, 0.3, 0.65]);
    expect([next_threshold, range]).toEqual([null, Q4]);
    expect((await team({ extra: [{ net_revenue: 5, booking_date: '2026-11-30' }] })).json().errors).toHaveProperty('extra');
    expect((await project('sam', { user_id: 'team' })).statusCode).toBe(403);
    await server.db.query.updateTable('users').set({ manager_id: null }).where('id', 'in', [sam, kim]).execute();
  });

  it('refuses a past range with a message', async () => {
    const over = await project('sam', { start_date: '2026-09-01', end_date: '2026-09-30', deal_ids: [deals.big] });
    expect([over.statusCode, over.json().message]).toEqual([
      422,
      'This period ended on Sep 30, 2026, so nothing more can be expected in it. Choose one that is not over.',
    ]);
  });

  it('refuses invalid what-if input by row, with the actual reason', async () => {
    const good = { net_revenue: 5, booking_date: '2026-11-30' };
    const messageOf = async (row: object) => (await project('sam', { extra: [good, row] })).json().errors;
    expect(await messageOf({ ...good, net_revenue: 1_000_000_000 })).toEqual({
      'extra.1.net_revenue': 'Net revenue must be below $1,000,000,000.',
    });
    expect(await messageOf({ ...good, booking_date: '2020-01-01' })).toEqual({
      'extra.1.booking_date': 'Booking date must be from Oct 1, 2026 to Dec 31, 2026, the quota period.',
    });
  });

  it('books nothing in a closed month', async () => {
    const { id } = await server.db.query
      .insertInto('pay_periods')
      .values({ start_date: '2026-10-01', end_date: '2026-10-31', state: 'closed' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db.query
      .insertInto('pay_period_snapshots')
      .values({ period_id: id, config_version: 1, content: '{}', hash: 'x' })
      .execute();
    const refused = await project('sam', { extra: [{ net_revenue: 5, booking_date: '2026-10-15' }] });
    expect(refused.json().errors).toEqual({ 'extra.0.booking_date': 'October 2026 is closed, so nothing can be booked in it.' });
    await server.db.query.updateTable('pay_periods').set({ state: 'open' }).execute();
  });

  it('refuses another’s figures, deals that are not theirs or not open, and invalid rows', async () => {
    expect((await project('kim', {})).statusCode).toBe(403);
    for (const id of [deals.won, deals.kims, 'abc'])
      expect((await project('sam', { deal_ids: [id] })).json().errors).toHaveProperty('deal_ids');
    for (const extra of [
      { net_revenue: 0, booking_date: '2026-11-30' },
      { net_revenue: 1e300, booking_date: '2026-11-30' },
      { net_revenue: 5, booking_date: '2027-01-01' },
      { net_revenue: 5, booking_date: '2026-11-31' },
    ])
      expect((await project('sam', { extra: [extra] })).statusCode).toBe(422);
    expect((await project('fay', { user_id: '999999' })).statusCode).toBe(404);
    expect((await project('sam', { start_date: '2027-01-01' })).json().code).toBe('end_before_start');
  });

  it('includes one’s own open deals, or those of visible people', async () => {
    const open = (name: string, query = '') => server.call('GET', `/api/v1/deals/open${query}`, { token: tokens[name] });
    const names = async (name: string, query = '') => (await open(name, query)).json().data.map((deal: { name: string }) => deal.name);
    expect(await names('sam')).toEqual(['late', 'big']);
    expect(await names('fay', `?user_id=${kim}`)).toEqual(['kims']);
    expect((await open('kim', `?user_id=${sam}`)).statusCode).toBe(403);
    expect((await open('sam')).json().data[1]).toMatchObject({
      amount: 60_000,
      probability: 0.5,
      stage: 'Proposal',
      expected_close_date: '2026-12-01',
    });
  });
});
