import { sql } from 'kysely';
import type { Database } from '../../../server/db/database.ts';

/** Rows after this instant were stamped by the real clock: all simulated days are earlier, and every test runs later. */
const REAL = '2026-11-01T00:00:00Z';
const recorded = [
  'adjustments',
  'payouts',
  'payout_lines',
  'payout_adjustments',
  'record_holds',
  'pay_periods',
  'user_past',
  'deals',
].concat(['users', 'invoices', 'customer_payments', 'invoice_splits'].concat('facts_past'));
const stamped = [
  ...recorded.map((table) => [table, 'recorded_at'] as const),
  ...(['computed_at', 'superseded_at'] as const).map((column) => ['commission_records_past', column] as const),
  ['commission_records', 'computed_at'] as const,
  ['payout_runs', 'created_at'] as const,
  ['facts_past', 'superseded_at'] as const,
  ['past_kept', 'since'] as const,
];

/** Restamps everything recorded since the last call with this instant, because the database has its own clock; bypasses triggers. */
export const restampRecorded = (db: Pick<Database, 'query'>, instant: string): Promise<void> =>
  db.query.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const [table, column] of stamped)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${instant} where ${sql.ref(column)} > ${REAL}`.execute(trx);
  });
