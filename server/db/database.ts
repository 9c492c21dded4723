import type { Kysely } from 'kysely';
import type { Schema } from './schema/index.ts';

/**
 * The one handle of the database, embedded or PostgreSQL. `query` is for queries and transactions, `named` for the few
 * hot statements (a prepared statement where the driver has them), `script` for many statements at once (migrations, bulk load).
 */
export type Database = Readonly<{
  kind: 'embedded' | 'postgres';
  /** Where another thread may open it too; null: the embedded database is this process's alone. */
  url: string | null;
  /** It answers as things stood at an instant (`lens.ts`). */
  past: boolean;
  query: Kysely<Schema>;
  /** The same for background work: it lets others `pass` where it would be in their way. */
  queryBehind: (pass: () => Promise<void>) => Kysely<Schema>;
  /** So many transactions of one background job may go on at once, now: one computes while another's statements run. */
  atOnce: () => number;
  named: <Row>(name: string, sql: string, params: readonly unknown[]) => Promise<Row[]>;
  script: (sql: string) => Promise<void>;
  /** Answers within its own time limit or throws: what /readyz asks. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
}>;
