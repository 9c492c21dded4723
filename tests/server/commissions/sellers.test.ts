import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../contract/entities/user.ts';
import { up as onlySellers } from '../../../server/db/migrations/083_only_sellers.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { createCreditCheck } from '../../../server/domain/shared/mayBeCredited.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let company: ClosingCompany;
const plan = {
  id: 'all',
  name: 'Everybody',
  quota: { amount: 10_000_000 },
  splits: { sales_person: 0.7, sales_lead: 0.3 },
  team_override: { role: 'sales_manager', rate: 0.01 },
};

beforeAll(async () => {
  company = await createClosingCompany();
  await on('2026-11-28');
  const commissionsConfig = JSON.stringify({ books_begin_on: '2026-01-01', plans: [plan] });
  await ask('PUT', '/settings/general', { companyName: 'Acme', commissionsConfig });
});
afterAll(() => company.server.close());

let token: string;
const on = async (day: string): Promise<void> => {
  company.server.clock.set(`${day}T18:00:00Z`);
  token = (await company.server.signIn('ada@example.test')).access_token;
};
const ask = async (method: 'GET' | 'PUT', url: string, body?: object) => {
  const answer = await company.server.call(method, `/api/v1${url}`, { token, ...(body ? { body } : {}) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
let counter = 0;
const person = async (role: Role, overrides: object = {}): Promise<number> => {
  counter += 1;
  return company.server.add({ email: `p${counter}@example.test`, role, first_name: `p${counter}`, ...overrides });
};
const put = (id: number, body: object) => ask('PUT', `/users/${id}`, body);
const book = (salesperson_id: number, booking_date: string, overrides: object = {}): Promise<number> =>
  company.facts.addInvoice({ salesperson_id, booking_date, net_cents: 10_000_00, ...overrides });
/** Each person's earnings on an invoice, in dollars. */
const earned = async (invoice: number): Promise<Record<number, number>> =>
  Object.fromEntries((await company.facts.recordsOf(invoice)).map(({ user_id, amount_cents }) => [user_id, amount_cents / 100]));

describe('decisions 3.07: only active people with a selling role on the booking date are credited', () => {
  it.each(['finance', 'admin', 'events_manager'] as const)('credits nothing to %s or their manager', async (role) => {
    expect(await earned(await book(await person(role, { manager_id: company.ids.mia }), '2026-11-10'))).toEqual({});
  });

  it('uses the role on the booking date; later role changes affect only later sales', async () => {
    const seller = await person('salesperson', { manager_id: company.ids.mia });
    const [before, since] = [await book(seller, '2026-10-10'), await book(seller, '2026-11-20')];
    await put(seller, { role: 'finance', effective_from: '2026-11-15' });
    expect([await earned(before), await earned(since)]).toEqual([{ [seller]: 500, [company.ids.mia]: 100 }, {}]);
    await put(seller, { role: 'salesperson', effective_from: '2026-11-01' });
    expect(await earned(since)).toEqual({ [seller]: 500, [company.ids.mia]: 100 });
  });

  it('uses the role on the original’s booking date for a memo', async () => {
    const seller = await person('salesperson');
    const sale = await book(seller, '2026-10-10');
    await put(seller, { role: 'finance', effective_from: '2026-11-15' });
    expect(await earned(await book(seller, '2026-11-20', { net_cents: -4_000_00, credit_of_id: sale }))).toEqual({ [seller]: -200 });
  });

  it('pays the seller in full if the lead does not sell', async () => {
    const [seller, lead] = [await person('salesperson'), await person('finance')];
    expect(await earned(await book(seller, '2026-11-10', { sales_lead_id: lead }))).toEqual({ [seller]: 500 });
  });

  it('pays nothing for the manual share of a non-seller, and others keep theirs', async () => {
    const [seller, other] = [await person('salesperson'), await person('salesperson')];
    const sale = await book(seller, '2026-11-10');
    const shares = [seller, other].map((user_id) => ({ user_id: String(user_id), share: 0.5 }));
    await ask('PUT', `/invoices/${sale}/split`, { shares, reason: 'Worked on it together', version: 0 });
    expect(await earned(sale)).toEqual({ [seller]: 250, [other]: 250 });
    await put(other, { role: 'events_manager', effective_from: '2026-11-01' });
    expect(await earned(sale)).toEqual({ [seller]: 250 });
  });

  it('pays a manager by the role named in the plan while employed', async () => {
    const manager = await person('sales_manager');
    const seller = await person('salesperson', { manager_id: manager });
    const [first, second] = [await book(seller, '2026-10-10'), await book(seller, '2026-11-20')];
    await put(manager, { role: 'finance', effective_from: '2026-11-15' });
    expect([await earned(first), await earned(second)]).toEqual([{ [seller]: 500, [manager]: 100 }, { [seller]: 500 }]);
  });

  it('credits a returning person on the days of both spans', async () => {
    const seller = await person('salesperson');
    await on('2026-10-05');
    await put(seller, { active: false });
    await on('2026-11-02');
    await put(seller, { active: true });
    await on('2026-11-28');
    const sales = [await book(seller, '2026-10-01'), await book(seller, '2026-10-20'), await book(seller, '2026-11-20')];
    expect(await Promise.all(sales.map(earned))).toEqual([{ [seller]: 500 }, {}, { [seller]: 500 }]);
  });

  it('applies the same rule in the form', async () => {
    const seller = await person('salesperson');
    await put(seller, { role: 'finance', effective_from: '2026-11-15' });
    await put(seller, { employment_start: '2026-09-01' });
    const isSeller = await createCreditCheck(openStore(company.server.db), [seller]);
    for (const day of ['2026-08-31', '2026-09-01', '2026-11-14', '2026-11-15'])
      expect(isSeller(seller, day), day).toBe(Object.keys(await earned(await book(seller, day))).length > 0);
  });

  it('explains why nobody is credited', async () => {
    const clerk = await person('finance');
    const invoice_number = `CLERK-${clerk}`;
    await book(clerk, '2026-11-10', { invoice_number });
    const answer = await ask('GET', `/why-not?q=${invoice_number}&start_date=2026-11-01&end_date=2026-11-30`);
    expect(answer.data[0].reasons[0]).toMatchObject({
      code: 'not_selling',
      sentence: `p${counter} Person had no selling role on Nov 10, 2026, so nobody is credited with it.`,
    });
  });
});

describe('decisions 2.11: a closed month keeps its credited people', () => {
  it('if closed before the engine checked who sells', async () => {
    const seller = await person('salesperson');
    const sale = await book(seller, '2026-02-10');
    // As recorded and closed while they had another role.
    const { query } = company.server.db;
    await query.updateTable('users').set({ role: 'finance' }).where('id', '=', seller).execute();
    await company.server.db.script('alter table pay_period_snapshots alter column rules set default 2');
    await company.close('2026-02');
    await company.server.db.script('alter table pay_period_snapshots alter column rules set default 4');
    await company.facts.pay(sale, 10_000_00, '2026-11-20');
    await put(seller, { territory: 'West', effective_from: '2026-02-01' });
    expect(await earned(sale)).toEqual({ [seller]: 500 });
    expect((await company.late()).filter(([, invoice]) => invoice === sale)).toEqual([]);
  });

  it('proposes a role change for days of a closed month', async () => {
    const seller = await person('salesperson');
    const sale = await book(seller, '2026-03-10');
    await company.close('2026-03');
    await put(seller, { role: 'finance', effective_from: '2026-03-01' });
    expect(await earned(sale)).toEqual({ [seller]: 500 });
    expect((await company.late()).filter(([, invoice]) => invoice === sale)).toEqual([[`p${counter}`, sale, -500_00, 'pending']]);
  });
});

describe('an upgrade to decisions 3.07', () => {
  it('recomputes open months of affected people and keeps closed ones', async () => {
    const { query } = company.server.db;
    const [seller, clerk] = [await person('salesperson'), await person('salesperson')];
    const shared = await book(seller, '2026-11-11', { sales_lead_id: clerk });
    const [own, closed, untouched] = [await book(clerk, '2026-11-12'), await book(clerk, '2026-04-12'), await book(seller, '2026-11-13')];
    await company.close('2026-04');
    await query.updateTable('users').set({ role: 'finance' }).where('id', '=', clerk).execute();
    await company.server.db.script(onlySellers);
    const marks = await query.selectFrom('marks').innerJoin('recompute_runs as r', 'r.id', 'marks.run_id').selectAll().execute();
    const days = marks.filter(({ user_id }) => user_id === seller || user_id === clerk).map(({ user_id, day }) => [user_id, day]);
    expect(days.sort()).toEqual(
      [
        [seller, '2026-11-11'],
        [clerk, '2026-11-11'],
        [clerk, '2026-11-12'],
      ].sort(),
    );
    expect(marks.every(({ untold, quiet }) => untold && quiet)).toBe(true);
    await put(seller, { first_name: 'Settled' });
    expect(await Promise.all([shared, own, closed, untouched].map(earned))).toEqual([
      { [seller]: 500 },
      {},
      { [clerk]: 500 },
      { [seller]: 500 },
    ]);
  });
});
