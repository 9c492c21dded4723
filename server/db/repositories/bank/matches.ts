import { type Kysely, type Selectable, sql } from 'kysely';
import type { BankMatchesTable, Schema } from '../../schema/index.ts';

export type MatchRow = Selectable<BankMatchesTable>;
export type NewMatch = Omit<MatchRow, 'id' | 'created_at' | 'undone_by' | 'undone_at'>;
/** A match for display: with the receipt's customer and invoices, or the payout's person. */
export type ShownMatch = Readonly<{
  transaction_id: number;
  kind: 'receipt' | 'payout';
  id: number;
  name: string;
  invoices: string | null;
  day: string;
  amount_cents: number;
}>;

/** Matches of bank transactions with receipts and payouts. */
export const bankMatchesRepository = (query: Kysely<Schema>) => ({
  add: async (matches: readonly NewMatch[], now: Date): Promise<void> => {
    const created_at = now.toISOString();
    await query
      .insertInto('bank_matches')
      .values(matches.map((match) => ({ ...match, created_at })))
      .execute();
  },

  /** The active matches of a transaction. */
  of: (transactionId: number): Promise<MatchRow[]> =>
    query
      .selectFrom('bank_matches')
      .selectAll()
      .where('transaction_id', '=', transactionId)
      .where('undone_at', 'is', null)
      .orderBy('id', 'desc')
      .execute(),

  undo: async (transactionId: number, actorId: number, now: Date): Promise<void> => {
    await query
      .updateTable('bank_matches')
      .set({ undone_by: actorId, undone_at: now.toISOString() })
      .where('transaction_id', '=', transactionId)
      .where('undone_at', 'is', null)
      .execute();
  },

  /** The receipts and payouts among these that are already matched, as `receipt-1` or `payout-1`. */
  matchedKeys: async (receipts: readonly number[], payouts: readonly number[]): Promise<string[]> => {
    const { rows } = await sql<{ key: string }>`
      select case when receipt_id is null then 'payout-' || payout_id else 'receipt-' || receipt_id end as key from bank_matches
      where undone_at is null and (receipt_id = any(${[...receipts]}::int8[]) or payout_id = any(${[...payouts]}::int8[]))`.execute(query);
    return rows.map(({ key }) => key);
  },

  shown: async (transactionIds: readonly number[]): Promise<ShownMatch[]> => {
    const { rows } = await sql<ShownMatch>`
      select m.transaction_id, case when m.receipt_id is null then 'payout' else 'receipt' end as kind, coalesce(m.receipt_id, m.payout_id) as id,
        coalesce(c.name, u.first_name || ' ' || u.last_name, '') as name, coalesce(r.received_on, p.paid_on)::text as day, m.amount_cents,
        (select string_agg(distinct i.invoice_number, ', ') from customer_payments x join invoices i on i.id = x.invoice_id where x.receipt_id = r.id) as invoices
      from bank_matches m left join receipts r on r.id = m.receipt_id left join customers c on c.id = r.customer_id
      left join payouts p on p.id = m.payout_id left join users u on u.id = p.user_id
      where m.transaction_id = any(${[...transactionIds]}::int8[]) and m.undone_at is null order by m.id`.execute(query);
    return rows;
  },
});
