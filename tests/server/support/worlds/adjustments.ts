import { expect } from 'vitest';
import type { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { addRecord } from '../records.ts';
import { type Answer, type TestApp, testApp } from '../testApp.ts';

/** Mia manages Sam, Max another team; Vic and Ada approve. `renew` creates the record that the helpers refer to. */
export const createAdjustmentWorld = async () => {
  const server: TestApp = await testApp();
  const ids: Record<string, number> = {};
  const tokens: Record<string, string> = {};
  const now = { record: 0, invoice: '' };
  const add = async (
    name: string,
    role: 'admin' | 'vp_sales' | 'sales_manager' | 'finance' | 'events_manager' | 'salesperson',
    overrides: object = {},
  ) => {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name, ...overrides });
  };
  await add('mia', 'sales_manager', { first_name: 'Mia' });
  await add('ada', 'admin');
  await add('vic', 'vp_sales');
  await add('fay', 'finance');
  await add('max', 'sales_manager');
  await add('eve', 'events_manager');
  await add('sam', 'salesperson', { first_name: 'Sam', last_name: 'Seller', manager_id: ids.mia });
  await add('kim', 'salesperson', { first_name: 'Kim' });
  for (const name of Object.keys(ids)) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;

  const invoiceOf = async (commission: number): Promise<string> => {
    const result = server.db.query.selectFrom('commission_records').select('invoice_id').where('id', '=', commission);
    return String((await result.executeTakeFirstOrThrow()).invoice_id);
  };
  const renew = async (booking_date = '2026-11-02'): Promise<void> => {
    // An author's adjustments for a person in a month are summed (decisions 2.10), so each test starts at zero.
    await server.db.query.updateTable('adjustments').set({ state: 'void' }).execute();
    now.record = await addRecord(server.db, { user_id: ids.sam!, booking_date });
    now.invoice = await invoiceOf(now.record);
  };
  const body = (overrides: object = {}) => ({
    adjustment_amount: '25.00',
    adjustment_reason: 'Referral bonus',
    related_invoice_id: now.invoice,
    ...overrides,
  });
  const make = (name: string, overrides: object = {}, key?: string): Promise<Answer> =>
    server.call('POST', '/api/v1/adjustments', {
      token: tokens[name],
      body: body(overrides),
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    });
  const made = async (name: string, overrides: object = {}): Promise<Adjustment> => {
    const answer = await make(name, overrides);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  };
  const edit = (name: string, { id, version }: Adjustment, overrides: object = {}) =>
    server.call('PUT', `/api/v1/adjustments/${id}`, { token: tokens[name], body: { ...body(overrides), version } });
  const decide = (name: string, decision: string, { id, version }: Adjustment) =>
    server.call('POST', `/api/v1/adjustments/${id}/${decision}`, { token: tokens[name], body: { version } });
  const remove = (name: string, { id, version }: Adjustment) =>
    server.call('DELETE', `/api/v1/adjustments/${id}?version=${version}`, { token: tokens[name] });
  const list = async (name: string, query = ''): Promise<Adjustment[]> => {
    const answer = await server.call('GET', `/api/v1/adjustments?limit=500&${query}`, { token: tokens[name] });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  const worth = () =>
    server.db.query
      .selectFrom('commission_records')
      .select(['adjustments_cents', 'status'])
      .where('id', '=', now.record)
      .executeTakeFirstOrThrow();
  const rowsOf = async (): Promise<number> =>
    (await server.db.query.selectFrom('adjustments').select('id').where('commission_id', '=', now.record).execute()).length;
  const noticesOf = async (key: string): Promise<number[]> =>
    (await server.db.query.selectFrom('notifications').select('user_id').where('dedupe_key', '=', key).execute())
      .map((row) => row.user_id)
      .sort();
  return { server, ids, tokens, now, invoiceOf, renew, body, make, made, edit, decide, remove, list, worth, rowsOf, told: noticesOf };
};
