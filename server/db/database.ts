import type { Kysely, LogEvent } from 'kysely';
import type { Schema } from './schema/index.ts';

/** The connections of one pool to PostgreSQL; `waiting`: callers without a connection. */
export type PoolConnections = Readonly<{ name: string; inUse: number; idle: number; waiting: number }>;

/**
 * The database handle, embedded or PostgreSQL. `query` runs queries and transactions, `named` the few hot statements (prepared if
 * the driver supports it and they have a name), `script` many statements at once (migrations, bulk load).
 */
export type Database = Readonly<{
  kind: 'embedded' | 'postgres';
  /** True if it answers as of a past instant (`lens.ts`). */
  past: boolean;
  query: Kysely<Schema>;
  /** `query` for background work, with its own connections: calls `yieldToRequests` where it would otherwise block requests. */
  yieldingQuery: (yieldToRequests: () => Promise<void>) => Kysely<Schema>;
  named: <Row>(name: string | null, sql: string, params: readonly unknown[]) => Promise<Row[]>;
  script: (sql: string) => Promise<void>;
  /** For /readyz. @throws if the database does not answer within the ping's own time limit */
  ping: () => Promise<void>;
  /** The pools of this process; empty if embedded. */
  connections: () => readonly PoolConnections[];
  close: () => Promise<void>;
}>;

/** Called after each statement, without its parameters. */
export type OnStatement = (statement: Readonly<{ sql: string; ms: number; error?: unknown }>) => void;

/** The option of Kysely that reports its statements. */
export const logStatements = (onStatement: OnStatement | undefined): { log?: (event: LogEvent) => void } =>
  onStatement
    ? {
        log: (event) =>
          onStatement({
            sql: event.query.sql,
            ms: event.queryDurationMillis,
            ...(event.level === 'error' ? { error: event.error } : {}),
          }),
      }
    : {};

/** Reports a named statement, which does not pass through Kysely. */
export const timeStatement = async <T>(onStatement: OnStatement | undefined, sql: string, run: () => Promise<T>): Promise<T> => {
  if (!onStatement) return run();
  const from = performance.now();
  try {
    const rows = await run();
    onStatement({ sql, ms: performance.now() - from });
    return rows;
  } catch (error) {
    onStatement({ sql, ms: performance.now() - from, error });
    throw error;
  }
};
