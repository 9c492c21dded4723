import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import { isCredit } from './isCredit.ts';

/** `invoices`: those whose stored balance differs from payments and settlements. `sums`: true if the stored sums of all invoices differ. */
export type BalanceFaults = Readonly<{ invoices: readonly number[]; sums: boolean }>;

/** The balance columns, from facts instead of triggers; aggregated once, because all invoices are read. */
const counted = sql`
  select i.id, i.due_date, i.state = 'sent' as is_sent, i.state = 'sent' and i.salesperson_id is null as is_unassigned, i.gross_cents,
    coalesce(p.settled, 0) + coalesce(s.cents, 0) as settled_cents, coalesce(p.paid, 0) as paid_cents
  from invoices i
  left join (
    select p.invoice_id, sum(p.amount_cents)::int8 as settled, coalesce(sum(p.amount_cents) filter (where not (${isCredit})), 0)::int8 as paid
    from customer_payments p where p.state = 'completed' group by p.invoice_id) p on p.invoice_id = i.id
  left join (select invoice_id, sum(amount_cents)::int8 as cents from settled_otherwise group by invoice_id) s on s.invoice_id = i.id`;
const balanceSums = sql`
  select count(*) as invoices, count(*) filter (where is_unassigned) as unassigned, coalesce(sum(gross_cents) filter (where is_sent), 0) as invoiced_cents,
    coalesce(sum(paid_cents) filter (where is_sent), 0) as paid_cents from invoice_balances`;

/** The stored balances of invoices, which triggers write (migration 352), compared with the facts. */
export const invoiceBalancesRepository = (query: Kysely<Schema>) => {
  /** True if the stored sums differ from the stored balances. */
  const sumsDiffer = async (): Promise<boolean> => {
    const { rows } = await sql`
      ${balanceSums} except
      select coalesce(sum(invoices), 0), coalesce(sum(unassigned), 0), coalesce(sum(invoiced_cents), 0), coalesce(sum(paid_cents), 0)
      from invoice_sums`.execute(query);
    return rows.length > 0;
  };
  return {
    sumsDiffer,

    /** Reads all invoices and payments, as of one moment: it takes seconds with a million. */
    faults: async (): Promise<BalanceFaults> => {
      const { rows } = await sql<{ id: number }>`
      select c.id from (${counted}) c left join invoice_balances b on b.invoice_id = c.id
      where (c.due_date, c.is_sent, c.is_unassigned, c.gross_cents, c.settled_cents, c.paid_cents) is distinct from
        (b.due_date, b.is_sent, b.is_unassigned, b.gross_cents, b.settled_cents, b.paid_cents) order by c.id`.execute(query);
      return { invoices: rows.map(({ id }) => id), sums: await sumsDiffer() };
    },

    /** Recounts the balances of these invoices and updates the sums, as the triggers do. */
    refresh: async (invoiceIds: readonly number[]): Promise<void> => {
      await sql`select refresh_invoice_balances(${[...invoiceIds]}::int8[])`.execute(query);
    },

    /** Recounts the sums under a lock that prevents changes of balances and merging of the sums. Call in a transaction. */
    recountSums: async (): Promise<void> => {
      await sql`lock table invoice_balances, invoice_sums in share row exclusive mode`.execute(query);
      await sql`delete from invoice_sums`.execute(query);
      await sql`insert into invoice_sums ${balanceSums}`.execute(query);
    },

    /**
     * Merges the rows of the stored sums, because every write adds one, and vacuums the table, which the embedded database never does by
     * itself.
     */
    foldSums: async (): Promise<void> => {
      await sql`
      with folded as (delete from invoice_sums returning *)
      insert into invoice_sums
      select sum(invoices), sum(unassigned), sum(invoiced_cents), sum(paid_cents) from folded having count(*) > 0`.execute(query);
      await sql`vacuum invoice_sums`.execute(query);
    },
  };
};
