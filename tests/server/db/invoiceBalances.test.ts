import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { up } from '../../../server/db/migrations/352_invoice_balances.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { wrongBalances } from '../support/invoiceBalances.ts';
import { randomOf } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';

const STEPS = 150;
const TODAY = '2026-11-21';
let server: TestApp;
let sellers: readonly (number | null)[];
const random = randomOf(52);

beforeAll(async () => {
  server = await testApp();
  sellers = [null, await server.add({ email: 'sam@example.test', role: 'salesperson' })];
});
afterAll(() => server.close());

const query = () => server.db.query;
const cents = (): number => (1 + random.below(9)) * 100_00;
const day = (): string => `2026-${random.of(['10', '11', '12'])}-1${random.below(10)}`;

const addInvoice = async (overrides: object = {}): Promise<number> => {
  const gross_cents = cents();
  const row = { gross_cents, net_cents: gross_cents, booking_date: day(), due_date: random.of([null, day()]) };
  const invoice = { ...row, customer_name: 'Acme School', invoice_number: `B-${random.below(1e12)}`, salesperson_id: random.of(sellers) };
  const state = random.of(['sent', 'sent', 'sent', 'draft', 'cancelled'] as const);
  const added = query()
    .insertInto('invoices')
    .values({ ...invoice, state, ...overrides });
  return (await added.returning('id').executeTakeFirstOrThrow()).id;
};
const idsIn = async (table: 'invoices' | 'receipts' | 'customer_payments'): Promise<number[]> =>
  (await query().selectFrom(table).select('id').execute()).map(({ id }) => id);
const pick = async (table: 'invoices' | 'receipts' | 'customer_payments'): Promise<number> =>
  random.of([...(await idsIn(table)), ...(table === 'invoices' ? [await addInvoice()] : [])]) ?? 0;

/** A receipt of a method, and the amounts that it applies to invoices, in one statement. */
const apply = async (method: string, amounts: readonly (readonly [invoiceId: number, cents: number])[]): Promise<void> => {
  const total = Math.max(
    0,
    amounts.reduce((sum, [, amount]) => sum + amount, 0),
  );
  const receipt = { amount_cents: total, received_on: day(), method, state: random.of(['completed', 'completed', 'pending'] as const) };
  await query()
    .transaction()
    .execute(async (trx) => {
      const { id } = await trx.insertInto('receipts').values(receipt).returning('id').executeTakeFirstOrThrow();
      const payment = { receipt_id: id, payment_date: receipt.received_on, method, reference: null, state: receipt.state, notes: null };
      const rows = amounts.map(([invoice_id, amount_cents]) => ({ ...payment, invoice_id, amount_cents, reversal_of_id: null }));
      await trx.insertInto('customer_payments').values(rows).execute();
    });
};

const settleByJournal = async (): Promise<void> => {
  const [receipt, invoice, amount] = [await pick('receipts'), await pick('invoices'), cents()];
  if (receipt > 0)
    await sql`insert into settled_otherwise (receipt_id, invoice_id, amount_cents, means) values (${receipt}, ${invoice}, ${amount}, 'journal')
      on conflict (receipt_id, invoice_id) do update set amount_cents = excluded.amount_cents`.execute(query());
};

const credit = async (): Promise<void> => {
  const original = await pick('invoices');
  const amount = cents();
  const memo = await addInvoice({ credit_of_id: original, gross_cents: -amount, net_cents: -amount, due_date: null });
  await apply('credit memo', [
    [random.of([original, await pick('invoices')]), amount],
    [memo, -amount],
  ]);
};

const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  book: () => addInvoice(),
  pay: async () =>
    apply('ACH', [
      [await pick('invoices'), cents()],
      [await pick('invoices'), cents()],
    ]),
  credit,
  settleOtherwise: settleByJournal,
  dropSettlement: async () => sql`delete from settled_otherwise where invoice_id = ${await pick('invoices')}`.execute(query()),
  clear: async () =>
    sql`update customer_payments set state = ${random.of(['completed', 'failed'])}, version = version + 1
    where receipt_id = ${await pick('receipts')}`.execute(query()),
  reallocate: async () =>
    sql`update customer_payments set invoice_id = ${await pick('invoices')} where id = ${await pick('customer_payments')}`.execute(query()),
  removePayments: async () => sql`delete from customer_payments where receipt_id = ${await pick('receipts')}`.execute(query()),
  edit: async () =>
    query()
      .updateTable('invoices')
      .set({ gross_cents: cents(), due_date: random.of([null, day()]), salesperson_id: random.of(sellers) })
      .where('id', '=', await pick('invoices'))
      .execute(),
  cancel: async () =>
    sql`update invoices set state = ${random.of(['sent', 'cancelled'])} where id = ${await pick('invoices')}`.execute(query()),
  relink: async () =>
    sql`update invoices set credit_of_id = ${random.of([null, await pick('invoices')])}
    where id = ${await pick('invoices')} and gross_cents < 0`.execute(query()),
  removeInvoice: async () =>
    sql`delete from invoices i where id = ${await pick('invoices')}
    and not exists (select 1 from customer_payments where invoice_id = i.id)
    and not exists (select 1 from invoices where credit_of_id = i.id)`.execute(query()),
};

describe('invoice balances', () => {
  it('equal the totals of payments and settlements after any write', async () => {
    for (let step = 0; step < STEPS; step += 1) {
      const name = random.of(Object.keys(steps));
      await steps[name]?.();
      expect(await wrongBalances(server.db), `step ${step}: ${name}`).toEqual([]);
    }
    expect((await idsIn('customer_payments')).length).toBeGreaterThan(20);
  });

  it('include both of two concurrent payments', async () => {
    const id = await addInvoice({ state: 'sent', gross_cents: 1000_00 });
    await Promise.all([apply('ACH', [[id, 100_00]]), apply('ACH', [[id, 200_00]]), apply('ACH', [[id, 300_00]])]);
    expect(await wrongBalances(server.db)).toEqual([]);
  });

  it.runIf(testDatabaseKind() === 'postgres')('include writes of an older server during the migration', async () => {
    const [invoice_id, later] = [await addInvoice({ state: 'sent' }), await addInvoice({ state: 'sent' })];
    await apply('ACH', [[later, 100_00]]);
    const payments = await sql<{ id: number }>`select id from customer_payments where invoice_id = ${later}`.execute(query());
    await server.db.script(`drop table invoice_balances, invoice_sums;
      drop function refresh_invoice_balances, invoices_of_receipts, balance_added_invoices, balance_changed_invoices, balance_added_payments,
        balance_changed_payments, balance_removed_payments, balance_settled_otherwise, sum_invoice_balances cascade`);
    let migration: Promise<unknown> = Promise.resolve();
    await query()
      .transaction()
      .execute(async (trx) => {
        await sql`update customer_payments set invoice_id = ${invoice_id}, state = 'completed' where id = ${payments.rows[0]?.id}`.execute(
          trx,
        );
        migration = server.db.script(`begin; ${up}; commit`);
        const waiting = () =>
          sql`select 1 from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and not granted`.execute(query());
        await vi.waitFor(async () => expect((await waiting()).rows).toHaveLength(1), { timeout: 10_000 });
      });
    await migration;
    expect(await wrongBalances(server.db)).toEqual([]);
  });

  it('reuse the space of folded totals, even on the embedded database, which never vacuums by itself', async () => {
    const { invoiceBalances } = openStore(server.db);
    for (let round = 0; round < 10; round += 1) {
      await sql`insert into invoice_sums select 0, 0, 0, 0 from generate_series(1, 2000)`.execute(query());
      await invoiceBalances.foldSums();
    }
    const { rows } = await sql<{ bytes: number }>`select pg_relation_size('invoice_sums')::int as bytes`.execute(query());
    expect(rows[0]?.bytes).toBeLessThan(300_000);
  });

  it('read payments by invoice even before the database has statistics', async () => {
    await query()
      .transaction()
      .execute(async (trx) => {
        const countScans = async () =>
          (await sql<{ scans: number }>`select pg_stat_get_xact_numscans('customer_payments_day'::regclass)::int as scans`.execute(trx))
            .rows;
        const before = await countScans();
        await sql`insert into invoices (gross_cents, net_cents, booking_date, customer_name, invoice_number, state)
          select 100, 100, '2026-11-10', 'Acme School', 'bulk ' || n, 'sent' from generate_series(1, 100) n`.execute(trx);
        expect(await countScans()).toEqual(before);
      });
  });

  it('keep their totals when folded into one row, and vanish with all invoices', async () => {
    const { invoicesPage, invoiceBalances } = openStore(server.db);
    const everything = { owners: null, status: null, search: null, person: null, from: null, to: null };
    const before = await invoicesPage.sums(everything, TODAY);
    await invoiceBalances.foldSums();
    const { rows } = await sql`select count(*)::int as rows from invoice_sums`.execute(query());
    expect(rows).toEqual([{ rows: 1 }]);
    expect(await invoicesPage.sums(everything, TODAY)).toEqual(before);
    await sql`truncate invoices cascade`.execute(query());
    expect(await invoicesPage.sums(everything, TODAY)).toMatchObject({ count: 0, invoiced_cents: 0, paid_cents: 0, open_cents: 0 });
  });
});
