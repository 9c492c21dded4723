import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

const sums = `records, positive_records, positive_net_cents, gross_cents, net_cents, base_cents, over_cents, amount_cents, adjustments_cents,
  paid_cents, due_cents`;
const raw = `count(*), count(*) filter (where net_cents > 0), sum(greatest(net_cents, 0)), sum(gross_cents), sum(net_cents),
  sum(base_cents), sum(over_cents), sum(amount_cents), sum(adjustments_cents), sum(paid_cents), sum(due_cents)`;
const month = `date_trunc('month', booking_date)::date`;

/** The sums of people's months and of the company's days and months anew, out of the records themselves. */
export const fillMonths = async (trx: Kysely<Schema>): Promise<void> => {
  for (const statement of [
    'delete from commission_months',
    'delete from company_sums',
    `insert into commission_months (user_id, month, status, ${sums}) select user_id, ${month}, status, ${raw} from commission_records group by 1, 2, 3`,
    `insert into company_sums (span, first_day, status, ${sums}) select 'day', booking_date, status, ${raw} from commission_records group by 2, 3`,
    `insert into company_sums (span, first_day, status, ${sums}) select 'month', ${month}, status, ${raw} from commission_records group by 2, 3`,
  ])
    await sql.raw(statement).execute(trx);
};
