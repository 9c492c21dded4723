import { openStore } from '../../../server/db/repositories/store.ts';
import { affectedBy, type Cause, recomputeOrMark } from '../../../server/domain/commissions/recompute/index.ts';
import type { TestDatabase } from './testDatabase.ts';

export type NewInvoice = Readonly<{
  salesperson_id: number;
  booking_date: string;
  net_cents: number;
  gross_cents?: number;
  sales_lead_id?: number | null;
  credit_of_id?: number | null;
  invoice_number?: string;
  customer_name?: string;
  customer_type?: string;
  cost_cents?: number;
  units?: number;
  customer_id?: number;
}>;

let counter = 0;

type NewPayment = Readonly<{ amount_cents: number; payment_date: string; method: string; state: 'pending' | 'completed' | 'failed' }>;

/** Adds the receipt of a payment. */
export const addReceipt = async (
  trx: TestDatabase['query'],
  { payment_date, amount_cents, method, state }: NewPayment,
): Promise<number> => {
  const receipt = { amount_cents, received_on: payment_date, method, state };
  return (await trx.insertInto('receipts').values(receipt).returning('id').executeTakeFirstOrThrow()).id;
};

/** Writes facts as the product does: each change and its recomputation in one transaction. */
export const createFactWriter = (db: TestDatabase, actorId: number, clock: () => Date) => {
  const store = openStore(db);
  const cause = (why: string): Cause => ({ actorId, at: clock(), origin: { network: '127.0.0.0/24', requestId: 'test' }, why });
  const addInvoice = async (invoice: NewInvoice): Promise<number> => {
    counter += 1;
    const row = {
      invoice_number: `F-${String(counter).padStart(5, '0')}`,
      customer_name: 'Acme School',
      gross_cents: invoice.net_cents,
      ...invoice,
      state: 'sent' as const,
    };
    return inTransaction('An invoice was booked', async (trx) => {
      const { id } = await trx.insertInto('invoices').values(row).returning('id').executeTakeFirstOrThrow();
      return { result: id, ids: [id] };
    });
  };

  /** The test writes with kysely and the product recomputes with its repositories, both in one transaction. */
  const inTransaction = async <T>(
    why: string,
    work: (trx: TestDatabase['query']) => Promise<{ result: T; ids: readonly number[] }>,
    ids: readonly number[] = [],
  ): Promise<T> =>
    db.query.transaction().execute(async (trx) => {
      const tx = openStore({ ...db, query: trx });
      const before = await affectedBy(tx, { invoices: ids });
      const { result, ids: more } = await work(trx);
      const after = await affectedBy(tx, { invoices: [...ids, ...more] });
      await recomputeOrMark(tx, [...before, ...after], cause(why));
      return result;
    });

  const changeInvoice = (id: number, change: Partial<NewInvoice> & { state?: 'sent' | 'cancelled' }): Promise<void> =>
    inTransaction(
      'An invoice was changed',
      async (trx) => {
        await trx.updateTable('invoices').set(change).where('id', '=', id).execute();
        return { result: undefined, ids: [] };
      },
      [id],
    );

  const pay = (invoice_id: number, amount_cents: number, payment_date: string): Promise<void> =>
    inTransaction('A payment came in', async (trx) => {
      const payment = {
        invoice_id,
        amount_cents,
        payment_date,
        method: 'ACH',
        reference: null,
        state: 'completed' as const,
        reversal_of_id: null,
        notes: null,
      };
      await trx
        .insertInto('customer_payments')
        .values({ ...payment, receipt_id: await addReceipt(trx, payment) })
        .execute();
      return { result: undefined, ids: [invoice_id] };
    });

  const recordsOf = async (invoice_id: number) =>
    db.query.selectFrom('commission_records').selectAll().where('invoice_id', '=', invoice_id).orderBy('user_id').execute();
  const recordOf = async (invoice_id: number) => {
    const [record] = await recordsOf(invoice_id);
    if (!record) throw new Error(`invoice ${invoice_id} has no record`);
    return record;
  };

  const adjust = async (invoice_id: number, amount_cents: number, effective_date: string): Promise<void> => {
    const record = await recordOf(invoice_id);
    await inTransaction('An adjustment was approved', async (trx) => {
      const at = clock().toISOString();
      const decided = { decided_by: actorId, decided_at: at, created_at: at, updated_at: at };
      await trx
        .insertInto('adjustments')
        .values({
          commission_id: record.id,
          related_invoice_id: invoice_id,
          user_id: record.user_id,
          amount_cents,
          reason: 'For the test',
          state: 'approved',
          effective_date,
          created_by: actorId,
          ...decided,
        })
        .execute();
      return { result: undefined, ids: [invoice_id] };
    });
  };

  /** Pays out an amount on a record; a negative amount reverses it. */
  const payOut = async (invoice_id: number, amount_cents: number, paid_on: string): Promise<void> => {
    const record = await recordOf(invoice_id);
    await inTransaction('A payout was completed', async (trx) => {
      const payout = {
        user_id: record.user_id,
        amount_cents,
        paid_on,
        method: 'direct deposit',
        reference: null,
        state: 'completed' as const,
        created_by: actorId,
        approved_by: null,
      };
      const { id } = await trx
        .insertInto('payouts')
        .values({ ...payout, reversal_of_id: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx.insertInto('payout_lines').values({ payout_id: id, commission_id: record.id, amount_cents }).execute();
      return { result: undefined, ids: [invoice_id] };
    });
  };
  return { store, addInvoice, changeInvoice, pay, adjust, payOut, recordOf, recordsOf, inTransaction };
};
export type Facts = ReturnType<typeof createFactWriter>;
