import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { openCents } from '../payments/openCents.ts';

export type SettledOtherwise = Readonly<{ receipt_id: number; invoice_id: number; amount_cents: number; means: string }>;
export type Settlement = Readonly<{ day: Day; amount_cents: number; means: string }>;
export type SettledInvoice = Readonly<{ invoice_id: number; label: string; amount_cents: number; means: string }>;

/** Amounts of invoices settled without money by outside payments (decisions 2.27), and the balances in the accounting system. */
export const settledOtherwiseRepository = (query: Kysely<Schema>) => ({
  /** Replaces everything these receipts settled. */
  replace: async (receiptIds: readonly number[], settlements: readonly SettledOtherwise[]): Promise<void> => {
    await sql`delete from settled_otherwise where receipt_id = any(${[...receiptIds]}::int8[])`.execute(query);
    if (settlements.length > 0)
      await query
        .insertInto('settled_otherwise')
        .values([...settlements])
        .execute();
  },

  ofInvoice: async (invoiceId: number): Promise<Settlement[]> => {
    const { rows } = await sql<Settlement>`
      select r.received_on as day, s.amount_cents, s.means from settled_otherwise s join receipts r on r.id = s.receipt_id
      where s.invoice_id = ${invoiceId} order by r.received_on, r.id`.execute(query);
    return rows;
  },

  ofReceipt: async (receiptId: number): Promise<SettledInvoice[]> => {
    const { rows } = await sql<SettledInvoice>`
      select s.invoice_id, i.invoice_number as label, s.amount_cents, s.means from settled_otherwise s join invoices i on i.id = s.invoice_id
      where s.receipt_id = ${receiptId} order by i.invoice_number`.execute(query);
    return rows;
  },

  /** Stores invoice balances from a connection's source; unknown invoices are skipped. */
  keepBalances: async (
    connectionId: number,
    balances: readonly Readonly<{ external_id: string; balance_cents: number }>[],
  ): Promise<void> => {
    if (balances.length === 0) return;
    await sql`
      insert into outside_balances as b (invoice_id, balance_cents)
      select i.id, v.balance_cents from json_to_recordset(${JSON.stringify(balances)}::json) as v(external_id text, balance_cents int8)
      join invoices i on i.connection_id = ${connectionId} and i.external_id = v.external_id
      on conflict (invoice_id) do update set balance_cents = excluded.balance_cents where b.balance_cents <> excluded.balance_cents`.execute(
      query,
    );
  },

  /** Counts for a connection: invoices settled without money, and invoices whose balance differs from the source. */
  countsOf: async (connectionId: number): Promise<{ settled: number; differing: number }> => {
    const { rows } = await sql<{ settled: number; differing: number }>`
      select
        (select count(distinct s.invoice_id) from settled_otherwise s join invoices i on i.id = s.invoice_id
          where i.connection_id = ${connectionId})::int as settled,
        (select count(*) from outside_balances b join invoices i on i.id = b.invoice_id
          where i.connection_id = ${connectionId} and i.state = 'sent' and b.balance_cents <> ${openCents(sql`p.state = 'completed'`)})::int as differing`.execute(
      query,
    );
    return rows[0] ?? { settled: 0, differing: 0 };
  },
});
