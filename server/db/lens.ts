import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import type { InstantColumn } from './schema/columns.ts';
import type { Schema } from './schema/index.ts';

/**
 * Runs `work` on the database as of an instant, within a transaction. The schema `lens` has views of the tables behind all figures as of
 * that instant and comes first in the search path, so every statement answers as it did then. Read-only.
 */
export const readWithinLens = async <T>(
  db: Database,
  trx: Kysely<Schema>,
  at: InstantColumn,
  work: (past: Database) => Promise<T>,
): Promise<T> => {
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(trx);
  const path = rows[0]?.path ?? '';
  await sql`select set_config('lens.at', ${at}, true), set_config('search_path', ${`lens, ${path}`}, true)`.execute(trx);
  const result = await work({
    ...db,
    past: true,
    query: trx,
    // Unnamed, because a prepared statement would be replanned for the lens tables.
    named: async <Row>(_name: string, text: string, params: readonly unknown[]) =>
      (await trx.executeQuery(CompiledQuery.raw(text, [...params]))).rows as Row[],
  });
  await sql`select set_config('search_path', ${path}, true)`.execute(trx);
  return result;
};

/** Runs `work` on the database as of an instant, in a read-only transaction of its own. */
export const readAsKnownAt = <T>(db: Database, at: InstantColumn, work: (past: Database) => Promise<T>): Promise<T> =>
  db.query
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => readWithinLens(db, trx, at, work));
