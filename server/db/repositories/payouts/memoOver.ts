import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';

/**
 * Amounts that credit memos reverse beyond the amount still due for their invoice, if part of it was paid out: these are overpaid, as
 * after a bounced payment, and only a clawback withholds them (decisions 2.24). Used as a common table `memo_over (id, user_id, over,
 * paid_on)`; payments in progress count, except `exceptPayoutId`. `ownerFilter` restricts records `r` to a person.
 */
export const memoOverpayments = (upToDay: Day, exceptPayoutId: number, ownerFilter: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with memos as (
    select r.id, r.user_id, r.booking_date, i.credit_of_id as root_id from commission_records r join invoices i on i.id = r.invoice_id
    where r.due_cents < 0 and i.credit_of_id is not null and r.booking_date <= ${upToDay} ${ownerFilter}
  ), families as (
    select distinct user_id, root_id from memos
  ), members as (
    select f.user_id, f.root_id, r.id, r.booking_date, r.paid_cents, r.due_cents - coalesce((
      select sum(l.amount_cents) from payout_lines l join payouts o on o.id = l.payout_id
      where l.commission_id = r.id and o.state in ('pending', 'processing') and o.id <> ${exceptPayoutId}), 0)::int8 as open
    from families f join invoices i on i.id = f.root_id or i.credit_of_id = f.root_id
    join commission_records r on r.invoice_id = i.id and r.user_id = f.user_id and r.booking_date <= ${upToDay}
  ), sums as (
    select *, sum(paid_cents) over family as family_paid, sum(greatest(open, 0)) over family as due,
      sum(least(open, 0)) over (partition by user_id, root_id order by booking_date, id) as back
    from members window family as (partition by user_id, root_id)
  )
  select s.id, s.user_id, least(-s.open, greatest(0, -(s.due + s.back)))::int8 as over, (
      select max(o.paid_on) from members m join payout_lines l on l.commission_id = m.id and l.amount_cents > 0
      join payouts o on o.id = l.payout_id and o.state = 'completed' and o.reversal_of_id is null
      where m.user_id = s.user_id and m.root_id = s.root_id and not exists (select 1 from payouts b where b.reversal_of_id = o.id)) as paid_on
  from sums s where s.open < 0 and s.family_paid > 0 and s.due + s.back < 0)`;
