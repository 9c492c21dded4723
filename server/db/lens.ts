import { CompiledQuery, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Instant } from './schema/columns.ts';

/**
 * The database as it knew things at an instant, for as long as `work` reads: the schema `lens` has the tables that money is read from, as
 * they stood, and stands first in the search path, so that every statement answers as it did then. Nothing can be written.
 */
export const throughLens = <T>(db: Database, at: Instant, work: (then: Database) => Promise<T>): Promise<T> =>
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
        // Not under their names: a prepared statement would be planned again for the other tables.
        named: async <Row>(_name: string, text: string, params: readonly unknown[]) =>
          (await trx.executeQuery(CompiledQuery.raw(text, [...params]))).rows as Row[],
      });
    });
