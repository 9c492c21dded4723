import { type Kysely, type RawBuilder, sql } from 'kysely';
import { addDays, type Day, firstDayOfMonth, monthIndexOf, yearOf } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { dueStandaloneCents, paidStandaloneCents } from './alone.ts';
import { memoOverpayments } from './memoOver.ts';

/** A record or adjustment with more paid than released; `over` in cents, less what pending payments recover. */
export type OverPaidRow = Readonly<{ kind: 'record' | 'adjustment'; id: number; user_id: number; over: number; paid_on: Day }>;
/** Reasons to leave a person out of a run: payments in progress, or earned amounts not released yet. In cents. */
export type WaitingRow = Readonly<{ user_id: number; under_way: number; not_released: number }>;

/** Overpaid records `r` up to a day: few, found by the person-months `m` that have any. A plain join would read all records. */
const overPaidRecords = (
  upToDay: Day,
  ownerFilter: RawBuilder<unknown>,
) => sql`(select * from commission_months r where true ${ownerFilter}) m cross join lateral (
    select * from commission_records where user_id = m.user_id and booking_date between m.month and (m.month + interval '1 month' - interval '1 day')::date
      and booking_date <= ${upToDay} and status = 'over_paid' offset 0
  ) r where m.status = 'over_paid' and m.month <= ${upToDay}`;

/** The amounts that payout runs are built from. */
export const payableAmounts = (query: Kysely<Schema>) => ({
  /**
   * Overpaid records, and adjustments without a record, up to a day: paid minus released, less what payments in progress recover, except
   * `exceptPayoutId`. `paid_on`: the day of the last unreversed payment with a positive amount for it. `userId` null: of everybody.
   */
  overPaid: async (upToDay: Day, exceptPayoutId: number, userId: number | null): Promise<OverPaidRow[]> => {
    const [recordOwnerFilter, adjustmentOwnerFilter] =
      userId === null ? [sql``, sql``] : [sql`and r.user_id = ${userId}`, sql`and a.user_id = ${userId}`];
    const lastPaidDay = (lines: 'payout_lines' | 'payout_adjustments', condition: RawBuilder<unknown>) => sql`(
      select max(o.paid_on) from ${sql.table(lines)} l join payouts o on o.id = l.payout_id and o.state = 'completed' and o.reversal_of_id is null
      where ${condition} and l.amount_cents > 0 and not exists (select 1 from payouts b where b.reversal_of_id = o.id))`;
    const recoveringCents = (lines: 'payout_lines' | 'payout_adjustments', condition: RawBuilder<unknown>) => sql`coalesce((
      select sum(l.amount_cents) from ${sql.table(lines)} l join payouts o on o.id = l.payout_id and o.state in ('pending', 'processing')
      where ${condition} and l.amount_cents < 0 and o.id <> ${exceptPayoutId}), 0)::int8`;
    const [isOfRecord, isOfAdjustment] = [sql`l.commission_id = r.id`, sql`l.adjustment_id = a.id`];
    const { rows } = await sql<OverPaidRow>`
      with memo_over as ${memoOverpayments(upToDay, exceptPayoutId, recordOwnerFilter)}
      select * from (
        select 'record' as kind, id, user_id, paid_on, over from memo_over where paid_on is not null
        union all
        select 'record', r.id, r.user_id, coalesce(${lastPaidDay('payout_lines', isOfRecord)}, r.payment_date) as paid_on,
          r.paid_cents - r.released_cents + ${recoveringCents('payout_lines', isOfRecord)} as over
        from ${overPaidRecords(upToDay, recordOwnerFilter)} and r.amount_cents + r.adjustments_cents >= 0 and r.payment_date is not null
        union all
        select 'adjustment', a.id, a.user_id, ${lastPaidDay('payout_adjustments', isOfAdjustment)},
          ${paidStandaloneCents} - a.amount_cents + ${recoveringCents('payout_adjustments', isOfAdjustment)}
        from adjustments a where a.state = 'approved' and a.commission_id is null and a.amount_cents > 0 and a.effective_date <= ${upToDay}
          ${adjustmentOwnerFilter}
      ) o where over > 0 order by paid_on desc, id`.execute(query);
    return rows;
  },

  /** People with amounts that are due, in progress, overpaid or not released: a run considers nobody else. */
  owed: async (upToDay: Day): Promise<number[]> => {
    const { rows } = await sql<{ user_id: number }>`
      select user_id from commission_records where booking_date <= ${upToDay} and (due_cents <> 0 or status = 'not_due')
      union select a.user_id from adjustments a where a.state = 'approved' and a.commission_id is null and a.effective_date <= ${upToDay}
        and ${dueStandaloneCents} <> 0
      union select user_id from commission_months where status = 'over_paid' and month <= ${upToDay}
      union select user_id from payouts where state in ('pending', 'processing') order by 1`.execute(query);
    return rows.map(({ user_id }) => user_id);
  },

  /** People with amounts in progress or not released yet. @param userId null: everybody */
  waiting: async (upToDay: Day, userId: number | null = null): Promise<WaitingRow[]> => {
    const ownerCondition = userId === null ? sql`` : sql`and user_id = ${userId}`;
    // The month cut by the day is summed from its records, earlier months from their totals.
    const next = addDays(upToDay, 1);
    const monthStart = firstDayOfMonth(yearOf(next), monthIndexOf(next));
    const { rows } = await sql<WaitingRow>`
      select user_id, sum(under_way)::int8 as under_way, sum(not_released)::int8 as not_released from (
        select user_id, amount_cents as under_way, 0 as not_released from payouts where state in ('pending', 'processing') ${ownerCondition}
        union all select user_id, 0, amount_cents + adjustments_cents - released_cents from commission_months
          where status = 'not_due' and month < ${monthStart} ${ownerCondition}
        union all select user_id, 0, amount_cents + adjustments_cents - released_cents from commission_records
          where status = 'not_due' and booking_date between ${monthStart} and ${upToDay} ${ownerCondition}
      ) w group by 1 having sum(under_way) <> 0 or sum(not_released) > 0`.execute(query);
    return rows;
  },
});
