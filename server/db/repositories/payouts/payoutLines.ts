import { type Kysely, sql } from 'kysely';
import type { PaidLine } from '../../../../contract/rules/payouts/difference.ts';
import type { DueLine } from '../../../../contract/rules/payouts/proposal.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { isOwnCredit } from '../commissions/releasing.ts';

/** A payout's line with the facts that decide its cause; an adjustment without an invoice has no customer. */
export type PaidLineRow = PaidLine & Readonly<{ label: string; customer_name: string | null }>;
/** The days after `since` up to `until`, and the time zone in which instants are days. */
export type PaidDays = Readonly<{ since: Day | null; until: Day; zone: string }>;

/** Maximum time from booking to due day of invoices that are searched for late payments. */
const MAX_TERM = sql`interval '1 year'`;
const FIRST_DAY = '1900-01-01';

/** A credit memo applied to its own original is not a payment by the customer (decisions 2.03). */
const paymentsUntil = (until: Day) =>
  sql`customer_payments p where p.invoice_id = i.id and p.state = 'completed' and p.payment_date <= ${until} and not (${isOwnCredit})`;

/** The content of payouts, and the commission missing from them because customers paid late (decisions 2.29). */
export const payoutLinesRepository = (query: Kysely<Schema>) => ({
  /** The lines with their facts, in their order. */
  factsOf: async (lines: readonly DueLine[], { since, until, zone }: PaidDays): Promise<PaidLineRow[]> => {
    if (lines.length === 0) return [];
    const start = since ?? FIRST_DAY;
    const numberedLines = JSON.stringify(lines.map((line, lineIndex) => ({ ...line, place: lineIndex })));
    const { rows } = await sql<PaidLineRow>`
      with asked as (select * from json_to_recordset(${numberedLines}::json) as v(place int, kind text, id int8, amount int8))
      select place, kind, id, amount, day, "dueOn", "receivedOn", "holdEndedOn", adjusted, "isMemo", "isBonus", label, customer_name from (
        select v.place, v.kind, v.id, v.amount, r.booking_date as day, i.due_date as "dueOn", (
            select max(p.payment_date) from ${paymentsUntil(until)} and p.amount_cents > 0) as "receivedOn", (
            select max(h.ended) from (select least(release_on, (released_at at time zone ${zone})::date) as ended from record_holds
              where commission_id = r.id) h where h.ended <= ${until}) as "holdEndedOn", coalesce((
            select sum(a.amount_cents) from adjustments a where a.commission_id = r.id and a.state = 'approved' and a.effective_date <= ${until}
              and (a.effective_date > ${start} or not exists (select 1 from payout_lines l join payouts o on o.id = l.payout_id
                where l.commission_id = r.id and o.state = 'completed' and o.paid_on <= ${start}))), 0)::int8 as adjusted,
          i.credit_of_id is not null as "isMemo", false as "isBonus", r.invoice_number as label, i.customer_name
        from asked v join commission_records r on r.id = v.id join invoices i on i.id = r.invoice_id where v.kind = 'record'
        union all
        select v.place, v.kind, v.id, v.amount, a.effective_date, null, null, null, 0, false, a.origin = 'bonus', a.reason, i.customer_name
        from asked v join adjustments a on a.id = v.id left join invoices i on i.id = a.related_invoice_id where v.kind = 'adjustment'
      ) found order by place`.execute(query);
    return rows;
  },

  /** The unpaid commission of invoices that fell due in these days and were not paid in full by their end, oldest due first. */
  late: async (userId: number, { since, until }: PaidDays, limit: number): Promise<PaidLineRow[]> => {
    if (since === null) return [];
    const { rows } = await sql<PaidLineRow>`
      select 'record' as kind, id, amount, day, "dueOn", null as "receivedOn", null as "holdEndedOn", 0 as adjusted, false as "isMemo",
        false as "isBonus", label, customer_name
      from (
        select r.id, r.booking_date as day, i.due_date as "dueOn", r.invoice_number as label, i.customer_name,
          r.amount_cents + r.adjustments_cents - coalesce((
            select sum(l.amount_cents) from payout_lines l join payouts o on o.id = l.payout_id
            where l.commission_id = r.id and o.paid_on <= ${until} and o.state <> 'failed'), 0)::int8 as amount
        from commission_records r join invoices i on i.id = r.invoice_id
        where r.user_id = ${userId} and i.state = 'sent' and r.booking_date between ${since}::date - ${MAX_TERM} and ${until}
          and i.due_date > ${since} and i.due_date <= ${until} and i.credit_of_id is null and i.gross_cents > 0
          and i.gross_cents + coalesce((
            select sum(m.gross_cents) from invoices m where m.credit_of_id = i.id and m.state = 'sent' and m.booking_date <= ${until}), 0)
            > coalesce((select sum(p.amount_cents) from ${paymentsUntil(until)}), 0)
      ) late where amount > 0 order by "dueOn", label, id limit ${limit}`.execute(query);
    return rows;
  },
});
