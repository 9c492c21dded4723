import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../../support/facts.ts';
import { type TestApp, testApp } from '../../support/testApp.ts';

let server: TestApp;
let facts: Facts;
let token: string;
let admin: number;
let counter = 0;

beforeAll(async () => {
  server = await testApp();
  admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  token = (await server.signIn('admin@example.test')).access_token;
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());

const newPerson = () => {
  counter += 1;
  return server.add({ email: `person${counter}@example.test`, role: 'salesperson', first_name: `Person ${counter}` });
};
const book = async (salesperson_id: number, booking_date: string, net_cents: number, overrides = {}) => {
  const invoice = await facts.addInvoice({ salesperson_id, booking_date, net_cents, ...overrides });
  return { invoice, ...(await facts.recordOf(invoice)) };
};
const explain = async (id: number) => (await server.call('GET', `/api/v1/commissions/${id}/explain`, { token })).json();
const withPlan = async (plan: object): Promise<void> => {
  const body = { companyName: 'Acme', commissionsConfig: JSON.stringify({ plans: [plan] }) };
  expect((await server.call('PUT', '/api/v1/settings/general', { token, body })).statusCode).toBe(200);
};
const labels = async (id: number): Promise<string[]> => (await explain(id)).formula.map(({ label }: { label: string }) => label);

describe('decisions 2.04: caps in the formula', () => {
  it('does not take a rounding cent of a retroactive total for a cap', async () => {
    for (const caps of [undefined, { per_record: 9_000, per_period: 90_000 }]) {
      const who = await newPerson();
      await withPlan({ tier_mode: 'retroactive', ...(caps ? { caps } : {}) });
      await book(who, '2026-10-01', 5_000_001);
      await book(who, '2026-10-02', 5_000_006);
      const { id } = await book(who, '2026-10-03', 1_000_007);
      const { formula } = await explain(id);
      expect(formula.at(-2)).toEqual({ label: 'Rounding', text: '-0.01', amount: -0.01 });
    }
  });

  it.each([{ per_record: 2_000 }, { per_period: 4_000 }])('names %o where it cut and where it left nothing', async (caps) => {
    await withPlan({ caps });
    const who = await newPerson();
    const first = await book(who, '2026-10-01', 5_000_000);
    const second = await book(who, '2026-10-02', 5_000_000);
    expect(await labels(first.id)).toEqual(
      'per_record' in caps ? ['Up to quota', 'Cap of the plan', 'Commission'] : ['Up to quota', 'Commission'],
    );
    expect(await labels(second.id)).toEqual(['Up to quota', 'Cap of the plan', 'Commission']);
    if ('per_record' in caps) return;
    const { id } = await book(who, '2026-10-03', 5_000_000);
    expect(await explain(id)).toMatchObject({ reason: 'cap_reached', status: 'not_due' });
  });
});

describe('decisions 2.04: inputs of the explanation', () => {
  it('does not count a reversal as a payment, in record, sentence and row', async () => {
    await withPlan({});
    const who = await newPerson();
    const { id, invoice } = await book(who, '2026-10-05', 1_000_000);
    await facts.pay(invoice, 1_000_000, '2026-10-06');
    await facts.payOut(invoice, 500_00, '2026-10-31');
    await facts.inTransaction('A payout was reversed in part', async (trx) => {
      const { payout_id } = await trx
        .selectFrom('payout_lines')
        .select('payout_id')
        .where('commission_id', '=', id)
        .executeTakeFirstOrThrow();
      const payout = { user_id: who, amount_cents: -100_00, paid_on: '2026-11-10', method: 'direct deposit', state: 'completed' as const };
      const created = await trx
        .insertInto('payouts')
        .values({ ...payout, reference: null, created_by: admin, approved_by: null, reversal_of_id: payout_id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx.insertInto('payout_lines').values({ payout_id: created.id, commission_id: id, amount_cents: -100_00 }).execute();
      return { result: undefined, ids: [invoice] };
    });
    await facts.adjust(invoice, -100_00, '2026-11-11');
    expect((await facts.recordOf(invoice)).payment_date).toBe('2026-10-31');
    const { sentence, rows } = await explain(id);
    expect(sentence).toBe('Paid: all of $400.00 was paid out, last on Oct 31, 2026.');
    expect(rows.at(-1)).toMatchObject({ label: 'Payout reversed', date: '2026-11-10', amount: -100 });
  });

  it('counts only quota-relevant records as earlier ones', async () => {
    await withPlan({ exclude: [{ field: 'customer_name', in: ['Barter Club'] }] });
    const who = await newPerson();
    await book(who, '2026-10-01', 1_000_000, { customer_name: 'Barter Club' });
    await book(who, '2026-10-02', 2_000_000);
    const { id } = await book(who, '2026-10-03', 3_000_000);
    expect((await explain(id)).rows[1]).toMatchObject({ label: '1 earlier record of 2026-Q4', amount: 20_000 });
  });
});
