import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let facts: Facts;
const ids: Record<string, number> = {};
let token: string;

beforeAll(async () => {
  server = await testApp();
  for (const [name, role] of [
    ['ada', 'admin'],
    ['mia', 'sales_manager'],
    ['max', 'sales_manager'],
    ['sam', 'salesperson'],
  ] as const)
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name });
  token = (await server.signIn('ada@example.test')).access_token;
  facts = createFactWriter(server.db, ids.ada!, server.clock);
  const plans = [
    { id: 'sellers', name: 'Sellers', applies_to: { roles: ['salesperson'] }, team_override: { role: 'sales_manager', rate: 0.01 } },
    { id: 'managers', name: 'Managers', applies_to: { roles: ['sales_manager'] }, base_commission_rate: 0.1 },
  ];
  const body = { companyName: 'Acme', commissionsConfig: JSON.stringify({ plans }) };
  expect((await server.call('PUT', '/api/v1/settings/general', { token, body })).statusCode).toBe(200);
});
afterAll(() => server.close());

const put = async (name: string, body: object) => {
  const answer = await server.call('PUT', `/api/v1/users/${ids[name]}`, {
    token,
    body: { ...body, effective_from: '2026-11-01' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
};
const recordsOf = async (invoice: number) =>
  (await facts.recordsOf(invoice)).map(({ user_id, amount_cents, credit }) => [user_id, amount_cents, credit]);

describe('money that depends on role and manager', () => {
  it('follows them at once, and the audit log says why', async () => {
    const invoice = await facts.addInvoice({ salesperson_id: ids.sam!, booking_date: '2026-11-03', net_cents: 1_000_00 });
    expect(await recordsOf(invoice)).toEqual([[ids.sam, 50_00, 'sale']]);
    await put('sam', { manager_id: String(ids.mia) });
    expect(await recordsOf(invoice)).toEqual([
      [ids.mia, 10_00, 'override'],
      [ids.sam, 50_00, 'sale'],
    ]);
    await put('sam', { manager_id: String(ids.max) });
    expect(await recordsOf(invoice)).toEqual([
      [ids.max, 10_00, 'override'],
      [ids.sam, 50_00, 'sale'],
    ]);
    await put('max', { role: 'finance' });
    expect(await recordsOf(invoice)).toEqual([[ids.sam, 50_00, 'sale']]);
    await put('sam', { role: 'sales_manager' });
    expect(await recordsOf(invoice)).toEqual([[ids.sam, 100_00, 'sale']]);
    const causes = await server.db.query
      .selectFrom('audit_log')
      .select('cause_facts')
      .where('action', '=', 'commission.recomputed')
      .execute();
    expect(causes.map(({ cause_facts }) => cause_facts)).toContainEqual({
      kind: 'role_or_manager_changed',
      user_id: ids.sam,
      name: 'sam Person',
    });
    const sums = await server.db.query
      .selectFrom('commission_months')
      .select(['user_id', 'amount_cents'])
      .where('records', '>', 0)
      .execute();
    expect(sums).toEqual([{ user_id: ids.sam, amount_cents: 100_00 }]);
  });
});
