import { sql } from 'kysely';
import { isCredit } from '../../../server/db/repositories/invoices/isCredit.ts';
import type { TestDatabase } from './testDatabase.ts';

/** Balances of invoices and their sums that differ from payments and settlements. */
export const wrongBalances = async ({ query }: TestDatabase): Promise<unknown[]> => {
  const raw = sql`
    select i.id as invoice_id, i.due_date, i.state = 'sent' as is_sent, i.state = 'sent' and i.salesperson_id is null as is_unassigned,
      i.gross_cents, p.settled + settled_of(i.id) as settled_cents, p.paid as paid_cents,
      (case when i.state = 'sent' and i.gross_cents > 0 and p.settled + settled_of(i.id) < i.gross_cents
        then i.gross_cents - p.settled - settled_of(i.id) else 0 end)::int8 as open_cents
    from invoices i cross join lateral (
      select coalesce(sum(p.amount_cents), 0)::int8 as settled, coalesce(sum(p.amount_cents) filter (where not (${isCredit})), 0)::int8 as paid
      from customer_payments p where p.invoice_id = i.id and p.state = 'completed') p`;
  const balances = await sql`
    (table invoice_balances except ${raw}) union all (${raw} except table invoice_balances)`.execute(query);
  const sums = await sql`
    select coalesce(sum(invoices), 0), coalesce(sum(unassigned), 0), coalesce(sum(invoiced_cents), 0), coalesce(sum(paid_cents), 0) from invoice_sums
    except select count(*), count(*) filter (where is_unassigned), coalesce(sum(gross_cents) filter (where is_sent), 0),
      coalesce(sum(paid_cents) filter (where is_sent), 0) from (${raw}) r`.execute(query);
  return [...balances.rows, ...sums.rows];
};
