import { type Kysely, sql } from 'kysely';
import { type Day, firstOf, periodAt, yearOf } from '../../contract/rules/time/period.ts';
import { configRepository } from '../db/repositories/settings/config.ts';
import type { Schema } from '../db/schema/index.ts';
import { dayNumber, instantOn, workday } from './calendar.ts';

/** What the company began with: finance alone approved payouts. It moves no figure, so what was earned is the same by both. */
const FIRST = JSON.stringify({ payout: { approvers: ['finance'] } }, null, 2);

/**
 * Two saves of the configuration: the one that the company began with, and since the first workday of the current year the one in use.
 * Records of days before keep the version by which they were computed.
 * @returns the version that held at an instant
 */
export const saveConfigs = async (trx: Kysely<Schema>, admin: number, today: Day): Promise<(instant: string) => number> => {
  const saved = instantOn(workday(dayNumber(firstOf(yearOf(today), 0))), 0);
  const config = configRepository(trx);
  const { id: first, config: inUse } = await config.newest();
  const { start_date: began } = periodAt('year', today);
  await sql`update config_versions set config = ${FIRST}, created_at = least(created_at, (select min(booking_date) from invoices)::timestamptz)
    where id = ${first}`.execute(trx);
  const second = await config.save(inUse, admin, new Date(saved));
  await sql`update commission_records set config_version = ${second} where booking_date >= ${began}::date`.execute(trx);
  return (instant) => (instant < saved ? first : second);
};
