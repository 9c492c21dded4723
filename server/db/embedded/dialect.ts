import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Lease, SingleConnection } from './connection.ts';

/** Far longer than any of our statements; exceeding it stops the thread. */
export const STATEMENT_TIMEOUT_MS = 60_000;
const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class EmbeddedConnection implements DatabaseConnection {
  readonly #lease: Lease;
  readonly #mustHaveRoom: (sql: string) => void;
  constructor(lease: Lease, assertRoom: (sql: string) => void) {
    this.#lease = lease;
    this.#mustHaveRoom = assertRoom;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#mustHaveRoom(sql);
    const { rows, command, affected } = await this.#lease.thread.ask({ kind: 'query', sql, params: parameters }, STATEMENT_TIMEOUT_MS);
    const numAffectedRows = command !== undefined && writeCommands.has(command) ? BigInt(affected ?? 0) : undefined;
    return { rows: rows as Row[], ...(numAffectedRows === undefined ? {} : { numAffectedRows }) };
  }

  // biome-ignore lint/correctness/useYield: the embedded database has no cursors to stream from
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('the embedded database does not stream');
  }

  release(): void {
    this.#lease.release();
  }
}

const savepoint = (verb: string, name: string): CompiledQuery => CompiledQuery.raw(`${verb} "${name.replaceAll('"', '""')}"`);

/** Kysely over the one connection of the embedded database; `assertRoom` throws if the disk has no room for a statement. */
export const embeddedDialect = (acquire: SingleConnection['acquire'], assertRoom: (sql: string) => void): Dialect => {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => new EmbeddedConnection(await acquire(), assertRoom),
    beginTransaction: async (connection, { isolationLevel, accessMode }) => {
      const mode = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ');
      await connection.executeQuery(CompiledQuery.raw(mode ? `start transaction ${mode}` : 'begin'));
    },
    commitTransaction: async (connection) => void (await connection.executeQuery(CompiledQuery.raw('commit'))),
    rollbackTransaction: async (connection) => void (await connection.executeQuery(CompiledQuery.raw('rollback'))),
    savepoint: async (connection, name) => void (await connection.executeQuery(savepoint('savepoint', name))),
    rollbackToSavepoint: async (connection, name) => void (await connection.executeQuery(savepoint('rollback to', name))),
    releaseSavepoint: async (connection, name) => void (await connection.executeQuery(savepoint('release', name))),
    releaseConnection: async (connection) => (connection as EmbeddedConnection).release(),
    destroy: async () => {},
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
};
