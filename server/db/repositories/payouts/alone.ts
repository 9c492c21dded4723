import { sql } from 'kysely';

/** Cents paid out for adjustment `a`, which belongs to no record. */
export const paidStandaloneCents = sql`coalesce((select sum(l.amount_cents) from payout_adjustments l join payouts p on p.id = l.payout_id
  where l.adjustment_id = a.id and p.state = 'completed'), 0)::int8`;

/** Cents due from its effective day on; an excess payment is an overpayment, which only a clawback recovers (decisions 2.05, 2.07). */
export const dueStandaloneCents = sql`(case when a.amount_cents > 0 then greatest(0, a.amount_cents - ${paidStandaloneCents}) else least(0, a.amount_cents - ${paidStandaloneCents}) end)`;
