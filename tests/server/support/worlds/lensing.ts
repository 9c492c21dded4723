import { sql } from 'kysely';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import { beginDay } from '../../../../server/domain/commissions/recompute/index.ts';
import { clausesCompany } from '../clauses.ts';
import type { TestDatabase } from '../testDatabase.ts';

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
  ['facts_past', 'superseded_at'] as const,
  ['past_kept', 'since'] as const,
];

/** Restamps everything recorded since the last call with this instant, because the database has its own clock; bypasses triggers. */
export const recordedAt = (db: TestDatabase, instant: string): Promise<void> =>
  db.query.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const [table, column] of stamped)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${instant} where ${sql.ref(column)} > ${REAL}`.execute(trx);
  });

/** A company that lives through days: each day's actions are recorded on that day. */
export const lensCompany = async (first: Day) => {
  const company = await clausesCompany();
  const { server, facts } = company;
  await recordedAt(server.db, `${first}T08:00:00Z`);
  /** Does a day's work at noon in Phoenix and sets the clock to the last second of the day. */
  const live = async (day: Day, work: () => Promise<unknown>): Promise<void> => {
    const noon = `${day}T19:00:00Z`;
    company.newDay(noon);
    await beginDay(facts.store, day, server.clock());
    await work();
    await recordedAt(server.db, noon);
    company.newDay(`${addDays(day, 1)}T06:59:59Z`);
  };
  return { ...company, live };
};
export type LensCompany = Awaited<ReturnType<typeof lensCompany>>;
