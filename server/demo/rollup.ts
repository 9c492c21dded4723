import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** commission_months out of the records themselves, so that it equals their sums. */
export const fillMonths = async (trx: Kysely<Schema>): Promise<void> => {
  await sql`
    insert into commission_months (user_id, month, status, records, positive_records, positive_net_cents, gross_cents, net_cents,
      base_cents, over_cents, amount_cents, adjustments_cents, paid_cents, due_cents)
    select user_id, date_trunc('month', booking_date)::date, status, count(*), count(*) filter (where net_cents > 0),
      coalesce(sum(net_cents) filter (where net_cents > 0), 0), sum(gross_cents), sum(net_cents), sum(base_cents), sum(over_cents),
      sum(amount_cents), sum(adjustments_cents), sum(paid_cents), sum(due_cents)
    from commission_records group by 1, 2, 3`.execute(trx);
};
