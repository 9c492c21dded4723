import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../server/db/schema/index.ts';

/** Number of sessions waiting for a lock in this database; zero on the embedded one, which runs one transaction at a time. */
export const countLockWaits = async (query: Kysely<Schema>): Promise<number> => {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(query);
  return rows.length;
};
