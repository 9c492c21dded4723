import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type Database, logStatements, type OnStatement, timeStatement } from '../database.ts';
import { rejectAfter } from '../rejectAfter.ts';
import type { Schema } from '../schema/index.ts';
import { StartRefused } from '../startRefused.ts';
import { describeFailure } from './failure.ts';
import { isTransactionPooler, sessionSettings } from './pooler.ts';
import { createPools } from './pools.ts';
import { describeTarget } from './target.ts';
import { yieldingPlugin } from './yieldingPlugin.ts';

const MIN_MAJOR = 14;
const PING_TIMEOUT_MS = 2000;

export type PostgresOptions = Readonly<{
  statementTimeoutMs?: number;
  log?: (text: string) => void;
  onStatement?: OnStatement;
  /** A replica, named by DATABASE_READ_URL. */
  readOnly?: boolean;
}>;

/** Opens PostgreSQL and tests the connection. @throws StartRefused if it does not answer; the message never contains the password */
export const openPostgres = async (databaseUrl: string, options: PostgresOptions = {}): Promise<Database> => {
  const { statementTimeoutMs = 10_000, log = () => {}, onStatement, readOnly = false } = options;
  const variable = readOnly ? 'DATABASE_READ_URL' : 'DATABASE_URL';
  const connectionTarget = describeTarget(databaseUrl, variable);
  const settings = `${sessionSettings(statementTimeoutMs)}${readOnly ? '; set default_transaction_read_only to on' : ''}`;
  const pools = createPools(databaseUrl, settings, log);
  const pool = pools.open('web');
  let isPooled: boolean;
  try {
    const { rows } = await pool.query<{ major: number }>("select current_setting('server_version_num')::int / 10000 as major");
    const major = rows[0]?.major ?? 0;
    if (major < MIN_MAJOR)
      throw new StartRefused(`The database at ${connectionTarget} is PostgreSQL ${major}; ${MIN_MAJOR} or later is needed.`);
    isPooled = await isTransactionPooler(databaseUrl, connectionTarget);
  } catch (error) {
    await pool.end();
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(`The database at ${connectionTarget} (${variable}) cannot be used: ${describeFailure(error)}.`);
  }
  // Planning the hot statements takes longer than running them, and by default PostgreSQL replans some of them each time. Behind a
  // transaction pooler, the next statement may run on another backend, which has neither the setting nor the prepared statement.
  const hotPool = isPooled ? null : pools.open('lists', '; set plan_cache_mode to force_generic_plan');

  const queryOn = (onPool: pg.Pool) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: onPool }), ...logStatements(onStatement) });
  const query = queryOn(pool);
  const jobsQuery = queryOn(pools.open('jobs'));
  return {
    kind: 'postgres',
    past: false,
    query,
    yieldingQuery: (yieldToRequests) => jobsQuery.withPlugin(yieldingPlugin(yieldToRequests)),
    named: async <Row>(name: string | null, sql: string, params: readonly unknown[]) => {
      const values = [...params];
      const run = () => (hotPool && name !== null ? hotPool.query({ name, text: sql, values }) : pool.query(sql, values));
      return (await timeStatement(onStatement, sql, run)).rows as Row[];
    },
    script: async (sql) => {
      const client = await pool.connect();
      try {
        await client.query('set statement_timeout to 0');
        await client.query(sql);
        await client.query(`set statement_timeout to ${statementTimeoutMs}`);
        client.release();
      } catch (error) {
        // Dropped rather than returned: it may be inside a failed transaction, and has no time limit.
        client.release(true);
        throw error;
      }
    },
    ping: async () => {
      const late = () => new Error(`The database did not answer within ${PING_TIMEOUT_MS / 1000} s`);
      await rejectAfter(pool.query('select 1'), PING_TIMEOUT_MS, late);
    },
    connections: pools.connections,
    close: async () => {
      await Promise.all([query.destroy(), jobsQuery.destroy(), hotPool?.end()]);
    },
  };
};
