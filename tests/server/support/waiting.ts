import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../server/db/schema/index.ts';

/** How many wait for a lock of this database. On the embedded one nobody does: one transaction is all there is. */
export const waiting = async (query: Kysely<Schema>): Promise<number> => {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(query);
  return rows.length;
};
