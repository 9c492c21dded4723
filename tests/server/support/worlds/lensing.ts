import { sql } from 'kysely';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import { beginDay } from '../../../../server/domain/commissions/recompute/index.ts';
import { clausesCompany } from '../clauses.ts';
import type { TestDatabase } from '../testDatabase.ts';

/** No test lives on a later day, and no test runs on an earlier one. */
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

/** The database has a clock of its own: what it recorded since the last time was recorded at this instant. No trigger sees it. */
export const recordedAt = (db: TestDatabase, instant: string): Promise<void> =>
  db.query.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const [table, column] of stamped)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${instant} where ${sql.ref(column)} > ${REAL}`.execute(trx);
  });

/** A company whose days pass: what is done on each is recorded on it. */
export const lensCompany = async (first: Day) => {
  const company = await clausesCompany();
  const { server, facts } = company;
  await recordedAt(server.db, `${first}T08:00:00Z`);
  /** Does a day's work at noon in Phoenix, and leaves the clock at the last second of the day. */
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
