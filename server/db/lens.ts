import { CompiledQuery, sql } from 'kysely';
import type { Database } from './database.ts';
import type { InstantColumn } from './schema/columns.ts';

/**
 * Runs `work` on the database as of an instant. The schema `lens` has views of the tables behind all figures as of that instant and comes
 * first in the search path, so every statement answers as it did then. Read-only.
 */
export const readAsKnownAt = <T>(db: Database, at: InstantColumn, work: (past: Database) => Promise<T>): Promise<T> =>
  db.query
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`select set_config('lens.at', ${at}, true), set_config('search_path', 'lens, ' || current_setting('search_path'), true)`.execute(
        trx,
      );
      return work({
        ...db,
        past: true,
        query: trx,
        // Unnamed, because a prepared statement would be replanned for the lens tables.
        named: async <Row>(_name: string | null, text: string, params: readonly unknown[]) =>
          (await trx.executeQuery(CompiledQuery.raw(text, [...params]))).rows as Row[],
      });
    });
