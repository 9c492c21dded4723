import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createClauseCompany } from '../support/clauses.ts';

const company = await createClauseCompany();
const { as, facts, plan, server } = company;
const ids: Record<string, number> = {};
afterAll(() => server.close());

/** Start of employment of two veterans and a new hire, whose accounts are created on the same day. */
const started = { ann: '2026-03-31', bea: '2026-04-01', cal: null };

beforeAll(async () => {
  company.newDay('2026-05-19T18:00:00Z');
  for (const [name, employment_start] of Object.entries(started)) {
    const person = { first_name: name, last_name: 'New', email: `${name}@example.test`, role: 'salesperson', employment_start };
    const answer = await as('ada', 'POST', '/users', person);
    expect(answer.statusCode, answer.body).toBe(201);
    ids[name] = Number(answer.json().id);
  }
  const sellers = { applies_to: { roles: ['salesperson'] } };
  await plan({ ...sellers, quota: { amount: 1000, period: 'quarter', ramp: [0.5] }, draw: { amount: 2000, recoverable: true } });
  company.newDay('2026-05-20T18:00:00Z');
});

const get = async (url: string) => (await as('ada', 'GET', url)).json();
const quotaIn = async (range: string, name?: string): Promise<number> =>
  (await get(`/commissions/summary?${range}${name ? `&user_id=${ids[name]}` : ''}`)).summary.quota_amount;

describe('decisions 2.22: ramps and draws count from the start of employment, never from the account', () => {
  it('the ramp begins in that day’s quarter, and an unknown start has none: 1,000.00 × 5% in their second, 500.00 × 5% + 500.00 × 7.5% in their first', async () => {
    const book = async (name: string): Promise<number> => {
      const id = await facts.addInvoice({ salesperson_id: ids[name]!, booking_date: '2026-05-04', net_cents: 1000_00 });
      return (await facts.recordOf(id)).amount_cents;
    };
    expect(await book('ann')).toBe(50_00);
    expect(await book('bea')).toBe(62_50);
    expect(await book('cal')).toBe(50_00);
  });

  it('decisions 2.06: the summary quotas of one person and of everybody use the same day', async () => {
    const [first, second] = ['start_date=2026-01-01&end_date=2026-03-31', 'start_date=2026-04-01&end_date=2026-06-30'] as const;
    expect([await quotaIn(first, 'ann'), await quotaIn(second, 'ann'), await quotaIn(second, 'bea')]).toEqual([500, 1000, 500]);
    const others = await server.db.query.selectFrom('users').select('id').where('role', '=', 'salesperson').execute();
    expect(await quotaIn(second)).toBe(1000 * (others.length - 2) + 1500);
  });

  it('decisions 2.08: a person employed on the last day of March has its draw', async () => {
    const answer = await as('fin', 'POST', '/payout-runs', { month: '2026-03', pay_on: '2026-05-20' });
    expect(answer.statusCode, answer.body).toBe(201);
    const run = answer.json() as PayoutRun;
    expect(run.data.filter(({ user_name }) => user_name.endsWith('New')).map((row) => [row.user_name, row.drawn])).toEqual([
      ['ann New', 2000],
      ['cal New', 2000],
    ]);
  });
});
