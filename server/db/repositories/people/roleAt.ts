import { type RawBuilder, sql } from 'kysely';

/** The person's role in a closed month's snapshot; no row while the month is open. */
export const roleAt = (userId: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`
  select k.role from pay_periods p
  join lateral (select id from pay_period_snapshots where period_id = p.id order by id desc limit 1) s on true
  join pay_period_people k on k.snapshot_id = s.id and k.user_id = ${userId} and ${day} between k.from_day and k.to_day
  where p.state = 'closed' and ${day} between p.start_date and p.end_date`;
