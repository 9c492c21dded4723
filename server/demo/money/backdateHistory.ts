import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema/index.ts';

/** When each row became known to the company: the day it was entered, not the day the demo was loaded. */
const enteredTables = [
  ['users', 'created_at'],
  ['user_past', "'1900-01-01'"],
  ['deals', "coalesce(closed_on::timestamp + interval '19 hours', created_at)"],
  ['invoices', 'created_at'],
  ['adjustments', 'coalesce(decided_at, created_at)'],
  ['payouts', 'updated_at'],
  ['payout_lines', '(select updated_at from payouts p where p.id = payout_id)'],
  ['pay_periods', 'coalesce(closed_at, recorded_at)'],
] as const;

/** Noon in Phoenix. */
const noonOf = (day: string): string => `((${day})::timestamp + interval '19 hours') at time zone 'UTC'`;

/** A record is not due until its invoice is paid, then due until it is paid out, then in its current state. */
const records = `
  with known as (
    select r.id, r.computed_at as booked,
      greatest(r.computed_at, ${noonOf(`(select max(payment_date) from customer_payments p
        where p.invoice_id = coalesce(i.credit_of_id, i.id) and p.state = 'completed')`)}) as released,
      case when r.paid_cents <> 0 then ${noonOf('r.payment_date')} end as paid
    from commission_records r join invoices i on i.id = r.invoice_id where r.released_cents <> 0
  ), versions as (
    select id, booked as since, released as until, '{"status":"not_due","released_cents":0,"paid_cents":0,"due_cents":0,"payment_date":null}'::jsonb as was
    from known where released > booked
    union all
    select k.id, coalesce(k.released, k.booked), k.paid,
      jsonb_build_object('status', 'due', 'paid_cents', 0, 'due_cents', r.released_cents, 'payment_date', null)
    from known k join commission_records r on r.id = k.id where k.paid > coalesce(k.released, k.booked)
  )
  insert into commission_records_past
  select (jsonb_populate_record(r, v.was || jsonb_build_object('computed_at', v.since))).*, v.until
  from versions v join commission_records r on r.id = v.id where v.until <= `;
const currentRecords = `
  update commission_records r set computed_at = p.until
  from (select id, max(superseded_at) as until from commission_records_past group by id) p where p.id = r.id`;

/** Gives the demo company a recorded history, so that past days can be viewed. */
export const backdateHistory = async (trx: Kysely<Schema>, now: Date): Promise<void> => {
  const nowLiteral = sql`${now.toISOString()}::timestamptz`;
  await sql`set constraints all immediate`.execute(trx);
  const tables = [...enteredTables.map(([table]) => table), 'commission_records', 'commission_records_past', 'facts_past'];
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
  // Removes the history of the loading itself, which nobody saw.
  await sql`delete from commission_records_past`.execute(trx);
  await sql`delete from facts_past`.execute(trx);
  for (const [table, enteredAt] of enteredTables)
    await sql`update ${sql.table(table)} set recorded_at = least(${nowLiteral}, ${sql.raw(enteredAt)}::timestamptz)`.execute(trx);
  await sql`${sql.raw(records)}${nowLiteral}`.execute(trx);
  await sql.raw(currentRecords).execute(trx);
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
  await sql`update past_kept set since = (select min(booking_date) from invoices)::timestamptz`.execute(trx);
};
