import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../../support/facts.ts';
import { type Answer, type TestApp, testApp } from '../../support/testApp.ts';

let server: TestApp;
let facts: Facts;
let sam: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  const admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Sales' });
  await server.add({ email: 'kim@example.test', role: 'salesperson', first_name: 'Kim' });
  for (const name of ['admin', 'sam', 'kim']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());

const wake = (kind: string, id: number | string, name = 'sam'): Promise<Answer> =>
  server.call('GET', `/api/v1/wake/${kind}/${id}`, { token: tokens[name] });
const book = async (booking_date: string, net_cents: number, overrides: object = {}) => {
  const invoice = await facts.addInvoice({ salesperson_id: sam, booking_date, net_cents, ...overrides });
  return { invoice, id: (await facts.recordOf(invoice)).id };
};
const idOf = async (table: 'customer_payments' | 'adjustments' | 'payouts'): Promise<number> =>
  (await server.db.query.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

describe('decisions 2.04: GET /api/v1/wake/{kind}/{id} lists every figure that something moved', () => {
  it('an invoice earns its record and moves later ones past the quota, visible only to permitted readers', async () => {
    const first = await book('2026-04-02', 60_000_00);
    const second = await book('2026-05-02', 60_000_00);
    const answer = (await wake('invoice', first.invoice)).json();
    expect(answer).toMatchObject({
      measure: 'commission',
      amount: 60_000,
      date: '2026-04-02',
      source: expect.stringMatching(/^Entered on /),
    });
    expect(answer.people).toEqual([{ user_id: String(sam), person: 'Sam Sales', figures: 2, before: 3_000, after: 6_500 }]);
    expect(answer.figures).toMatchObject([
      { ref: { kind: 'record', id: String(first.id) }, before: null, after: 3_000 },
      { ref: { kind: 'record', id: String(second.id) }, before: 3_000, after: 3_500 },
    ]);
    const stranger = await wake('invoice', first.invoice, 'kim');
    const unknown = await wake('invoice', 999_999, 'kim');
    expect([stranger.statusCode, { ...stranger.json(), request_id: '' }]).toEqual([404, { ...unknown.json(), request_id: '' }]);
  });

  it('the payment that completes an invoice releases everything; the earlier one released nothing', async () => {
    const { invoice, id } = await book('2026-01-10', 10_000_00);
    await facts.pay(invoice, 4_000_00, '2026-02-10');
    const half = await idOf('customer_payments');
    await facts.pay(invoice, 6_000_00, '2026-03-10');
    const rest = await idOf('customer_payments');
    const ref = { kind: 'record', id: String(id) };
    expect((await wake('payment', half)).json().figures).toMatchObject([
      { ref, before: 0, after: 0, status_before: 'not_due', status_after: 'not_due' },
    ]);
    const answer = (await wake('payment', rest)).json();
    expect(answer).toMatchObject({ measure: 'released', amount: 6_000, note: null });
    expect(answer.figures).toMatchObject([{ ref, before: 0, after: 500, status_before: 'not_due', status_after: 'due' }]);
  });

  it('an adjustment, a payout and a credit memo show the record’s earlier amount and payments', async () => {
    const { invoice, id } = await book('2025-07-10', 10_000_00);
    const ref = { kind: 'record', id: String(id) };
    await facts.adjust(invoice, 25_00, '2026-09-21');
    expect((await wake('adjustment', await idOf('adjustments'))).json().figures).toMatchObject([{ ref, before: 500, after: 525 }]);
    await facts.pay(invoice, 10_000_00, '2025-08-10');
    await facts.payOut(invoice, 200_00, '2025-08-31');
    expect((await wake('payout', await idOf('payouts'))).json()).toMatchObject({
      measure: 'paid',
      figures: [{ ref, before: 0, after: 200, status_before: 'due', status_after: 'partially_paid' }],
    });
    const memo = await book('2025-08-20', -10_000_00, { credit_of_id: invoice });
    const answer = (await wake('invoice', memo.invoice)).json();
    expect(answer.title).toMatch(/^Credit memo /);
    expect(answer.figures).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ref: { kind: 'record', id: String(memo.id) }, before: null, after: -500 }),
        expect.objectContaining({ ref, before: 500, after: 500 }),
      ]),
    );
  });

  it('a saved configuration lists its effects for people who see everybody, and its rows name it', async () => {
    const { id } = await book('2026-10-02', 10_000_00);
    const general = (await server.call('GET', '/api/v1/settings/general', { token: tokens.admin })).json();
    const commissionsConfig = JSON.stringify({ plans: [{ id: 'default', base_commission_rate: 0.06, over_quota_commission_rate: 0.075 }] });
    const body = { companyName: general.companyName, commissionsConfig };
    expect((await server.call('PUT', '/api/v1/settings/general', { token: tokens.admin, body })).statusCode).toBe(200);
    const [version] = (await server.call('GET', '/api/v1/settings/general/versions', { token: tokens.admin })).json().data;
    const answer = (await wake('config', version.id, 'admin')).json();
    expect(answer.figures).toContainEqual(
      expect.objectContaining({ ref: { kind: 'record', id: String(id) }, before: 500, after: 600, person: 'Sam Sales' }),
    );
    const sum = (side: 'before' | 'after') =>
      answer.figures.reduce((cents: number, figure: Record<string, number>) => cents + figure[side]! * 100, 0);
    expect(answer.people).toMatchObject([{ before: sum('before') / 100, after: sum('after') / 100 }]);
    expect((await wake('config', version.id)).statusCode).toBe(404);
    const explained = await server.call('GET', `/api/v1/commissions/${id}/explain`, { token: tokens.sam });
    expect(explained.json().rows[0].ref).toEqual({ kind: 'config', id: version.id });
  });

  it.each([
    ['payment', '999999', 404],
    ['adjustment', 'x', 404],
    ['config', '999999', 404],
    ['deal', '1', 400],
  ])('%s %s gets %i', async (kind, id, status) => expect((await wake(kind, id, 'admin')).statusCode).toBe(status));
});
