import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { findPendingMigrations } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { hasReached, MAX_LAG_MS } from '../../db/replica.ts';
import { readSnapshot } from '../../db/repositories/readSnapshot.ts';
import type { DatabaseCheck } from './checkDatabase.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';

const POLL_MS = 50;

/** The time that the replica takes to catch up with the primary; null if it is more than three seconds. */
const measureLag = async (primary: Database, replica: Database): Promise<number | null> => {
  const snapshot = await readSnapshot(primary);
  const startedAt = performance.now();
  while (performance.now() - startedAt <= MAX_LAG_MS) {
    if (await hasReached(replica, snapshot)) return Math.round(performance.now() - startedAt);
    await pause(POLL_MS);
  }
  return null;
};

const examine = async (primary: Database, replica: Database): Promise<DoctorFinding> => {
  const { pending, unknown } = await findPendingMigrations(replica);
  const ownMigrations = await findPendingMigrations(primary);
  if (pending.length !== ownMigrations.pending.length || unknown.length !== ownMigrations.unknown.length)
    return fail('replica', 'its tables are of another version than those of DATABASE_URL', 'set DATABASE_READ_URL to a replica of it');
  const lag = await measureLag(primary, replica);
  if (lag === null)
    return warn('replica', 'it is more than 3 s behind, so everything is read from DATABASE_URL', 'see pg_stat_replication on the primary');
  const { rows } = await sql<{ follows: boolean }>`select pg_is_in_recovery() as follows`.execute(replica.query);
  return rows[0]?.follows
    ? ok('replica', `has what the database has within ${lag} ms`)
    : warn('replica', 'it takes writes, so it is no standby', 'set DATABASE_READ_URL to a standby of DATABASE_URL');
};

export const checkReplica: DatabaseCheck = async (db, { databaseReadUrl, dataDir }) => {
  if (databaseReadUrl === undefined) return ok('replica', 'none');
  let replica: Database;
  try {
    replica = await openDatabase({ databaseUrl: databaseReadUrl, dataDir, readOnly: true });
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '');
    return warn('replica', `${reason}; everything is read from DATABASE_URL`, 'check DATABASE_READ_URL, and that it runs');
  }
  return examine(db, replica).finally(() => replica.close());
};
