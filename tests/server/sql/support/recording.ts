import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
} from 'kysely';
import type { Database } from '../../../../server/db/database.ts';
import type { Schema } from '../../../../server/db/schema/index.ts';
import { currentPlace } from './callSites.ts';

/** Ends a loop that runs until no row is left after this many statements. */
const MAX_STATEMENTS = 40;

export type Recorded = Readonly<{ sql: string; place: string }>;

/** A database that records its statements and responds to each with generated rows. `begin` starts the next repository call. */
export const recordingDatabase = (rowsOf: (place: string) => readonly object[]) => {
  const statements = new Map<string, Recorded>();
  const reached = new Set<string>();
  const placeOf = new WeakMap<QueryId, string>();
  let count = 0;
  const record = (sql: string, place: string | undefined): readonly object[] => {
    if (place === undefined) return [];
    count += 1;
    if (count > MAX_STATEMENTS * 2) throw new Error('an endless loop');
    statements.set(`${place} ${sql}`, { sql, place });
    reached.add(place);
    return count > MAX_STATEMENTS ? [] : rowsOf(place);
  };
  /** Compiles a statement within the call that sends it: later the stack no longer contains that call. */
  class PlacingCompiler extends PostgresQueryCompiler {
    override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
      const place = currentPlace();
      if (place !== undefined) placeOf.set(queryId, place);
      return super.compileQuery(node, queryId);
    }
  }
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, queryId }: CompiledQuery): Promise<QueryResult<R>> => ({
      rows: [...record(sql, placeOf.get(queryId))] as R[],
      numAffectedRows: 1n,
    }),
    streamQuery: () => {
      throw new Error('not used');
    },
  };
  const done = async (): Promise<void> => {};
  const query = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: done,
        acquireConnection: async () => connection,
        beginTransaction: done,
        commitTransaction: done,
        rollbackTransaction: done,
        releaseConnection: done,
        savepoint: done,
        rollbackToSavepoint: done,
        releaseSavepoint: done,
        destroy: done,
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PlacingCompiler(),
    },
  });
  const db: Database = {
    kind: 'postgres',
    past: false,
    query,
    yieldingQuery: () => query,
    named: async <Row>(_name: string | null, sql: string) => [...record(sql, currentPlace())] as Row[],
    script: done,
    ping: done,
    connections: () => [],
    close: done,
  };
  const begin = (): void => {
    count = 0;
  };
  return { db, begin, statements, places: reached };
};
