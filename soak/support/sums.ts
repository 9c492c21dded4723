import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';

/** Counts the monthly totals that differ from the sum of their records. */
export const wrongSums = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from (
      select user_id, date_trunc('month', booking_date)::date as month, status, count(*) as records, sum(amount_cents) as amount, sum(due_cents) as due,
        sum(released_cents) as released, sum(paid_cents) as paid from commission_records group by 1, 2, 3
    ) as raw full join commission_months m using (user_id, month, status)
    where (raw.records, raw.amount, raw.due, raw.released, raw.paid)
      is distinct from (m.records::bigint, m.amount_cents::numeric, m.due_cents::numeric, m.released_cents::numeric, m.paid_cents::numeric)`.execute(
    db.query,
  );
  return rows[0]?.wrong ?? -1;
};
