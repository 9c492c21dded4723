import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { openCents } from '../payments/openCents.ts';

type OlderInvoiceSums = Readonly<{ invoices: number; open: number }>;
/** Cents; `above`: the part of payments above what was earned. */
type PaidSums = Readonly<{ people: number; amount: number; above: number; draw_people: number; draws: number }>;

const NO_SUMS: PaidSums = { people: 0, amount: 0, above: 0, draw_people: 0, draws: 0 };

/** Sums from before Quotaboard (decisions 2.31). */
export const openingPositionRepository = (query: Kysely<Schema>) => ({
  /** Unpaid invoices booked before a day. */
  olderInvoices: async (before: Day): Promise<OlderInvoiceSums> => {
    const { rows } = await sql<OlderInvoiceSums>`
      select count(*)::int as invoices, coalesce(sum(open), 0)::int8 as open from (
        select ${openCents(sql`p.state = 'completed'`)} as open from invoices i
        where i.booking_date < ${before} and i.state = 'sent' and i.credit_of_id is null and i.gross_cents > 0
      ) o where open > 0`.execute(query);
    return rows[0] ?? { invoices: 0, open: 0 };
  },

  paid: async (): Promise<PaidSums> => {
    const { rows } = await sql<PaidSums>`
      with before as (
        select p.* from payouts p where p.source = 'before' and p.reversal_of_id is null and not exists (select 1 from payouts b where b.reversal_of_id = p.id)
      ), over as (
        select coalesce(sum(r.paid_cents - greatest(r.amount_cents + r.adjustments_cents, 0)), 0)::int8 as cents from commission_records r
        where r.id in (select l.commission_id from payout_lines l join before b on b.id = l.payout_id)
          and r.paid_cents > greatest(r.amount_cents + r.adjustments_cents, 0)
      )
      select count(distinct user_id) filter (where amount_cents <> drawn_cents)::int as people, coalesce(sum(amount_cents - drawn_cents), 0)::int8 as amount,
        (select cents from over) as above, count(distinct user_id) filter (where drawn_cents <> 0)::int as draw_people,
        coalesce(sum(drawn_cents), 0)::int8 as draws from before`.execute(query);
    return rows[0] ?? NO_SUMS;
  },
});
