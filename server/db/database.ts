import type { Kysely } from 'kysely';
import type { Schema } from './schema/index.ts';

/**
 * The database handle, embedded or PostgreSQL. `query` runs queries and transactions, `named` the few hot statements (prepared if
 * the driver supports it), `script` many statements at once (migrations, bulk load).
 */
export type Database = Readonly<{
  kind: 'embedded' | 'postgres';
  /** True if it answers as of a past instant (`lens.ts`). */
  past: boolean;
  query: Kysely<Schema>;
  /** `query` for background work: calls `yieldToRequests` where it would otherwise block requests. */
  yieldingQuery: (yieldToRequests: () => Promise<void>) => Kysely<Schema>;
  named: <Row>(name: string, sql: string, params: readonly unknown[]) => Promise<Row[]>;
  script: (sql: string) => Promise<void>;
  /** For /readyz. @throws if there is no answer within its own time limit */
  ping: () => Promise<void>;
  close: () => Promise<void>;
}>;
