import { expect } from 'vitest';
import type { Payment, PaymentDetail } from '../../../../contract/entities/payment.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import { createFactWriter } from '../facts.ts';
import { type Answer, type TestApp, testApp } from '../testApp.ts';

/** The company's day according to the test clock. */
export const TODAY = '2026-11-21';

/** Fay and Finn of finance, Ada the admin; Sam and Kim sell; Eve and Vic have the roles below. */
export const createPayoutWorld = async () => {
  const server: TestApp = await testApp();
  const ids: Record<string, number> = {};
  const tokens: Record<string, string> = {};
  const signIn = async (name: string): Promise<void> => {
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  };
  /** Sets the company's clock and renews the sign-ins. */
  const setClock = async (instant: string): Promise<void> => {
    server.clock.set(instant);
    for (const name of Object.keys(tokens)) await signIn(name);
  };
  const add = async (name: string, role: Role, overrides: object = {}) => {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name, ...overrides });
    await signIn(name);
  };
  await add('ada', 'admin');
  await add('fay', 'finance', { first_name: 'Fay', last_name: 'Finch' });
  await add('finn', 'finance', { first_name: 'Finn', last_name: 'Ferro' });
  await add('vic', 'vp_sales');
  await add('mia', 'sales_manager');
  await add('eve', 'events_manager');
  await add('sam', 'salesperson', { first_name: 'Sam', last_name: 'Seller' });
  await add('kim', 'salesperson', { first_name: 'Kim', last_name: 'Keller' });
  const facts = createFactWriter(server.db, ids.ada as number, server.clock);
  const { query } = server.db;

  const call = (
    name: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    sent?: object,
    headers?: Record<string, string>,
  ): Promise<Answer> =>
    server.call(method, `/api/v1/${path}`, { token: tokens[name], ...(sent ? { body: sent } : {}), ...(headers ? { headers } : {}) });
  let customers = 0;
  const customer = async (): Promise<number> => {
    customers += 1;
    return (
      await query
        .insertInto('customers')
        .values({ name: `School ${customers}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  };
  /** A sent invoice, by default of Sam's. */
  const invoice = (customer_id: number, cents: number, booking_date = '2026-11-02', seller = 'sam'): Promise<number> =>
    facts.addInvoice({
      customer_id,
      customer_name: `School ${customer_id}`,
      salesperson_id: ids[seller] as number,
      booking_date,
      net_cents: cents,
    });
  const receiptBody = (customer_id: number, overrides: object = {}) => ({
    type: 'customer_payment',
    customer_id: String(customer_id),
    amount: '100.00',
    payment_date: '2026-11-10',
    payment_method: 'ACH',
    reference: '',
    ...overrides,
  });
  const payoutBody = (overrides: object = {}) => ({
    type: 'commission_payment',
    user_id: String(ids.sam),
    amount: '100.00',
    payment_date: TODAY,
    payment_method: 'direct deposit',
    ...overrides,
  });
  const ok = async <T = Payment>(answer: Promise<Answer>, status = 200): Promise<T> => {
    const { statusCode, body, json } = await answer;
    expect(statusCode, body).toBe(status);
    return json();
  };
  const refused = async (answer: Promise<Answer>) => {
    const { statusCode, json } = await answer;
    const { code, errors } = json();
    return [statusCode, errors ?? code];
  };
  const record = (body: object, name = 'fay'): Promise<Payment> => ok(call(name, 'POST', 'payments', body), 201);
  const step = (name: string, { id, version }: Pick<Payment, 'id' | 'version'>, kind: string, overrides: object = {}): Promise<Answer> =>
    call(name, 'POST', `payments/${id}/${kind}`, { version, ...overrides });
  const detail = (id: string): Promise<PaymentDetail> => ok(call('fay', 'GET', `payments/${id}`));
  const statusOf = async (invoiceId: number): Promise<string> => (await facts.recordOf(invoiceId)).status;
  /** A record's amounts, status and payment date, amounts in cents. */
  const moneyOf = async (invoiceId: number) => {
    const { amount_cents, released_cents, paid_cents, due_cents, status, payment_date } = await facts.recordOf(invoiceId);
    return { amount_cents, released_cents, paid_cents, due_cents, status, payment_date };
  };
  const audits = async (entity: string, id: string) => {
    const rows = await query
      .selectFrom('audit_log')
      .select(['action'])
      .where('entity', '=', entity)
      .where('entity_id', '=', id.slice(3))
      .orderBy('id')
      .execute();
    return rows.map(({ action }) => action);
  };
  return {
    server,
    ids,
    add,
    setClock,
    facts,
    query,
    call,
    customer,
    invoice,
    receiptBody,
    payoutBody,
    ok,
    refused,
    record,
    step,
    detail,
    statusOf,
    moneyOf,
    audits,
  };
};
export type PayoutWorld = Awaited<ReturnType<typeof createPayoutWorld>>;
