import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { findPendingMigrations } from '../../db/migrate.ts';
import { auditRepository } from '../../db/repositories/audit/audit.ts';
import { settingsRepository } from '../../db/repositories/settings/settings.ts';
import type { Config } from '../../start/environment.ts';
import { canOpenProof } from '../../start/safeStart.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';

const MIN_VERSION = 140_000;
const PROBES = 5;
const SLOW_MS = 20;
/** Tokens and one-time codes tolerate a difference of less than a minute. */
const CLOCK_WARN_MS = 2000;
const CLOCK_FAIL_MS = 30_000;
const MAX_IDLE = '5 minutes';
const MAX_LOCK_WAIT = '30 seconds';

export type DatabaseCheck = (db: Database, config: Config) => Promise<DoctorFinding>;
const firstRow = async <Row>(
  statement: { execute: (query: Database['query']) => Promise<{ rows: Row[] }> },
  { query }: Database,
): Promise<Row> => {
  const { rows } = await statement.execute(query);
  return rows[0] as Row;
};

export const checkVersion: DatabaseCheck = async (db) => {
  const { version, number } = await firstRow(
    sql<{
      version: string;
      number: number;
    }>`select current_setting('server_version') as version, current_setting('server_version_num')::int4 as number`,
    db,
  );
  const durationsMs: number[] = [];
  for (let probe = 0; probe < PROBES; probe += 1) {
    const startedAt = performance.now();
    await db.ping();
    durationsMs.push(performance.now() - startedAt);
  }
  const ms = Math.round(durationsMs.sort((a, b) => a - b)[Math.floor(PROBES / 2)] ?? 0);
  const text = `${db.kind === 'embedded' ? 'embedded' : 'PostgreSQL'} ${version}, answers in ${ms} ms`;
  if (number < MIN_VERSION) return fail('database', text, 'update PostgreSQL to version 14 or later');
  return ms > SLOW_MS ? warn('database', text, 'run the server near its database: a page makes several statements') : ok('database', text);
};

/** The database's time has to lie between two readings of this machine's clock. */
export const checkClock: DatabaseCheck = async (db) => {
  if (db.kind === 'embedded') return ok('clock', 'the embedded database uses the clock of this machine');
  const before = Date.now();
  const { at } = await firstRow(sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`, db);
  const after = Date.now();
  const offMs = at < before ? before - at : at > after ? at - after : 0;
  const text = `${(offMs / 1000).toFixed(1)} s from the database's`;
  const todo = 'synchronize both machines by NTP (timedatectl set-ntp true)';
  if (offMs >= CLOCK_FAIL_MS) return fail('clock', text, todo);
  return offMs >= CLOCK_WARN_MS ? warn('clock', text, todo) : ok('clock', text);
};

export const checkDatabaseSettings: DatabaseCheck = async (db) => {
  if (db.kind === 'embedded') return ok('settings', 'set by the embedded database');
  const names = ['fsync', 'full_page_writes', 'autovacuum', 'synchronous_commit', 'max_connections'];
  const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings where name = any(${names})`.execute(
    db.query,
  );
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  const disabledSettings = ['fsync', 'full_page_writes'].filter((name) => settings[name] === 'off');
  if (disabledSettings.length > 0)
    return fail(
      'settings',
      `${disabledSettings.join(' and ')} off: a power cut can destroy the database`,
      'switch it on in postgresql.conf',
    );
  if (settings.autovacuum === 'off') return fail('settings', 'autovacuum is off: lists become slow', 'switch it on in postgresql.conf');
  if (settings.synchronous_commit === 'off')
    return warn('settings', 'synchronous_commit is off: a crash can lose what people were told is saved', 'switch it on');
  return ok('settings', `durable, autovacuum on, ${settings.max_connections} connections (a server uses up to 25)`);
};

export const checkMigrations: DatabaseCheck = async (db) => {
  const { pending, unknown } = await findPendingMigrations(db);
  if (unknown.length > 0)
    return fail('migrations', `the database is newer: ${unknown.join(', ')}`, 'run the version that migrated it, or a later one');
  return pending.length > 0
    ? warn('migrations', `${pending.length} are not applied yet`, 'run npm run db:migrate, or start the server')
    : ok('migrations', 'all are applied');
};

export const checkKey: DatabaseCheck = async (db, { encryptionKeys }) => {
  const todo = 'set the key that this database was started with, or it among ENCRYPTION_KEYS';
  if (encryptionKeys.length === 0)
    return fail('key', 'ENCRYPTION_KEY is not set', 'make one with openssl rand -base64 32, or set the one in use');
  const { sealed } = await settingsRepository(db.query).startChecks();
  if (sealed === null) return ok('key', 'no secret is sealed yet');
  return canOpenProof(encryptionKeys, sealed)
    ? ok('key', 'opens the sealed secrets')
    : fail('key', 'ENCRYPTION_KEY is another key than at first', todo);
};

export const checkLocks: DatabaseCheck = async (db) => {
  if (db.kind === 'embedded') return ok('locks', 'one server has the embedded database');
  const { idle, waiting } = await firstRow(
    sql<{ idle: number; waiting: number }>`
      select count(*) filter (where state = 'idle in transaction' and xact_start < now() - ${MAX_IDLE}::interval)::int4 as idle,
        count(*) filter (where wait_event_type = 'Lock' and query_start < now() - ${MAX_LOCK_WAIT}::interval)::int4 as waiting
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    db,
  );
  if (idle + waiting === 0) return ok('locks', 'none is held long');
  return fail(
    'locks',
    `${idle} idle transactions are open for ${MAX_IDLE}, and ${waiting} statements have waited for a lock for ${MAX_LOCK_WAIT}`,
    'see pg_stat_activity and pg_blocking_pids(pid); end the blocker with pg_terminate_backend(pid)',
  );
};

export const checkAudit: DatabaseCheck = async (db) => {
  const { rows, broken } = await db.query
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => auditRepository(trx).verifyChain());
  return broken === null
    ? ok('audit', `the chain of ${rows.toLocaleString('en-US')} rows is whole`)
    : fail('audit', `the audit log is not as it was written (${broken})`, 'run npm run audit:verify, and compare with a backup');
};
