import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** The transactions that have ended, as PostgreSQL writes them. */
export const readSnapshot = async ({ query }: Database): Promise<string> => {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(query);
  return rows[0]?.snapshot ?? '';
};
