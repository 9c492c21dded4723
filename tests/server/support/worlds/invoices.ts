import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Invoice, InvoiceDetail, InvoicePage } from '../../../../contract/entities/invoice.ts';
import { createFactWriter } from '../facts.ts';
import type { Answer } from '../testApp.ts';
import { createDealWorld } from './deals.ts';

/** The people of deals.ts and their invoices. The company's day is November 21, 2026. */
export const createInvoiceWorld = async () => {
  const world = await createDealWorld();
  const { server, ids, call } = world;
  const facts = createFactWriter(server.db, ids.ada ?? 0, server.clock);
  await server.db.query.insertInto('customers').values({ name: 'Flagstaff Library', customer_type: 'library' }).execute();
  const input = (overrides: object = {}) => ({
    customer_name: 'Flagstaff Library',
    gross_amount: '1080.00',
    net_revenue: '1000.00',
    booking_date: '2026-11-10',
    due_date: '2026-12-10',
    salesperson_id: String(ids.sam),
    commission_rate: '10.0',
    notes: 'Two weeks of Minecraft',
    ...overrides,
  });
  const create = (name: string, overrides: object = {}, key?: string): Promise<Answer> =>
    call(name, 'POST', 'invoices', input(overrides), key ? { 'idempotency-key': key } : {});
  const ok = <T>(answer: Answer): T => {
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const drafted = async (overrides: object = {}, name = 'fay'): Promise<Invoice> => ok(await create(name, overrides));
  const step = (name: string, { id, version }: Pick<Invoice, 'id' | 'version'>, kind: string, overrides: object = {}): Promise<Answer> =>
    call(name, 'POST', `invoices/${id}/${kind}`, { version, ...overrides });
  const sent = async (overrides: object = {}): Promise<Invoice> => ok(await step('fay', await drafted(overrides), 'send'));
  const put = (name: string, { id, version }: Pick<Invoice, 'id' | 'version'>, body: object): Promise<Answer> =>
    call(name, 'PUT', `invoices/${id}`, { version, ...body });
  const one = async ({ id }: Pick<Invoice, 'id'>, name = 'fay'): Promise<InvoiceDetail> => ok(await call(name, 'GET', `invoices/${id}`));
  const page = async (name: string, query = ''): Promise<InvoicePage> => ok(await call(name, 'GET', `invoices?${query}`));
  const numbers = async (name: string, query = ''): Promise<string[]> => (await page(name, query)).data.map((item) => item.invoice_number);
  const pay = ({ id }: Pick<Invoice, 'id'>, dollars: number, day = '2026-11-15') => facts.pay(Number(id), dollars * 100, day);
  const records = ({ id }: Pick<Invoice, 'id'>) => facts.recordsOf(Number(id));
  const audited = async ({ id }: Pick<Invoice, 'id'>): Promise<string[]> => {
    const rows = server.db.query.selectFrom('audit_log').select('action').where('entity', '=', 'invoice').where('entity_id', '=', id);
    return (await rows.orderBy('id').execute()).map(({ action }) => action);
  };
  const clear = async (): Promise<void> => {
    await server.db.query.deleteFrom('mail_outbox').execute();
    await server.db.query.updateTable('pay_periods').set({ state: 'reopened' }).execute();
    for (const table of [
      'customer_payments',
      'receipts',
      'adjustments',
      'record_holds',
      'commission_records',
      'marks',
      'invoices',
    ] as const)
      await server.db.query.deleteFrom(table).execute();
    // Totals that the product stores in addition to the records.
    for (const table of ['company_sums', 'commission_months']) await sql`delete from ${sql.table(table)}`.execute(server.db.query);
    await server.db.query.updateTable('invoice_counter').set({ next: 1001 }).execute();
    await world.clear();
  };
  return { ...world, facts, typed: input, create, drafted, step, sent, put, one, page, numbers, pay, records, audited, clear, ok };
};

export const refusalOf = (answer: Answer): readonly unknown[] => [answer.statusCode, answer.json().errors ?? answer.json().code];
