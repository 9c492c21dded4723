import { sql } from 'kysely';
import type { Database } from '../../../server/db/database.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { yieldingDatabase } from '../../../server/db/yieldingDatabase.ts';
import type { TestDatabase } from './testDatabase.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** True if rows of the table are locked by someone waiting for this check to finish; other locks are released within a second. */
const isHeld = async ({ query }: Database, table: 'audit_head' | 'company_sums'): Promise<boolean> =>
  query
    .transaction()
    .execute(async (trx) => {
      await sql`set local lock_timeout = '1s'`.execute(trx);
      await sql`select 1 from ${sql.table(table)} for update`.execute(trx);
      return false;
    })
    .catch((error: { code?: string }) => {
      if (error.code === LOCK_NOT_AVAILABLE) return true;
      throw error;
    });

/**
 * A database whose worker yields after each statement. `held`: the tables needed by every writer of money that it had locked while
 * yielding.
 */
export const createYieldingWorld = async (db: TestDatabase) => {
  const [held, seen] = [new Set<string>(), { yields: 0 }];
  // A separate connection pool, because the worker's lanes may use all connections of the other.
  const other = await openDatabase(db.place);
  const yieldToRequests = async (): Promise<void> => {
    seen.yields += 1;
    for (const table of ['audit_head', 'company_sums'] as const) if (!held.has(table) && (await isHeld(other, table))) held.add(table);
  };
  return {
    db: yieldingDatabase(db, yieldToRequests),
    held: () => [...held],
    yields: () => seen.yields,
    close: other.close,
  };
};
