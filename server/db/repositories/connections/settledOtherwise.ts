import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { openCents } from '../payments/openCents.ts';

export type SettledOtherwise = Readonly<{ receipt_id: number; invoice_id: number; amount_cents: number; means: string }>;
export type Settlement = Readonly<{ day: Day; amount_cents: number; means: string }>;
/** Invoices of a connection: `settled` in part without money, and with a `differing` balance at the source; the numbers of the first of these. */
export type BalanceCounts = Readonly<{ settled: number; differing: number; differing_invoices: readonly string[] }>;
export type SettledInvoice = Readonly<{ invoice_id: number; label: string; amount_cents: number; means: string }>;

/** Differing invoices that a run names. */
const MAX_LISTED = 5;

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

  countsOf: async (connectionId: number): Promise<BalanceCounts> => {
    const { rows } = await sql<BalanceCounts>`
      with differing as (
        select i.invoice_number from outside_balances b join invoices i on i.id = b.invoice_id
        where i.connection_id = ${connectionId} and i.state = 'sent' and b.balance_cents <> ${openCents(sql`p.state = 'completed'`)})
      select
        (select count(distinct s.invoice_id) from settled_otherwise s join invoices i on i.id = s.invoice_id
          where i.connection_id = ${connectionId})::int as settled,
        (select count(*) from differing)::int as differing,
        (select coalesce(json_agg(first.invoice_number order by first.invoice_number), '[]')
          from (select invoice_number from differing order by invoice_number limit ${MAX_LISTED}) first) as differing_invoices`.execute(
      query,
    );
    return rows[0] ?? { settled: 0, differing: 0, differing_invoices: [] };
  },
});
