import type { KyselyPlugin, OperationNode } from 'kysely';
import type { Database } from '../../server/db/database.ts';

/**
 * `crash`: the process dies before the statement, so open transactions are rolled back. `lost connection`: after
 * it, the database ends all connections, even those in a transaction or, every other time, in a statement. `full disk`: starting with it, writes fail.
 */
export type DatabaseFailure = Readonly<{ kind: 'crash' | 'lost connection' | 'full disk'; statement: number }>;
class Crashed extends Error {}

/** An error with PostgreSQL's error code. */
class DatabaseError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** True for the errors of a simulated failure, which a job may still report after it has ended. */
export const isSimulatedFailure = (error: unknown): boolean =>
  error instanceof Crashed ||
  error instanceof DatabaseError ||
  /^(?:Connection terminated|terminating connection)/.test(String((error as Error)?.message));

const writePattern = /\b(insert\s+into|update\s|delete\s+from|merge\s+into)/i;
const textOf = (node: OperationNode): string => ('sqlFragments' in node ? (node.sqlFragments as readonly string[]).join(' ') : '');
const isWrite = (node: OperationNode): boolean =>
  /^(Insert|Update|Delete|Merge)QueryNode$/.test(node.kind) || writePattern.test(textOf(node));

/**
 * A database in which one failure at a time can be simulated.
 * @param endConnections ends PostgreSQL's connections; null for an embedded database, whose next statement fails instead
 */
export const withFailures = (db: Database, endConnections: (() => Promise<void>) | null) => {
  let trouble: DatabaseFailure | null = null;
  let statements = 0;
  let losesNext = false;
  const hasBegun = (): boolean => trouble !== null && statements >= trouble.statement;
  const before = (writes: boolean): void => {
    statements += 1;
    if (losesNext) {
      losesNext = false;
      throw new DatabaseError('57P01', 'terminating connection due to administrator command');
    }
    if (!hasBegun()) return;
    if (trouble?.kind === 'crash') throw new Crashed('the process died here');
    if (trouble?.kind === 'full disk' && writes) throw new DatabaseError('53100', 'no space left on device');
  };
  const after = async (): Promise<void> => {
    if (trouble?.kind !== 'lost connection' || statements !== trouble.statement) return;
    // Counts once more, so that another statement in progress does not end the connections again.
    statements += 1;
    // Every other time, the next statement fails as one that the database was running.
    losesNext = endConnections === null || trouble.statement % 2 === 1;
    await endConnections?.();
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      before(isWrite(node));
      return node;
    },
    transformResult: async ({ result }) => {
      await after();
      return result;
    },
  };
  const own: Database = {
    ...db,
    query: db.query.withPlugin(plugin),
    yieldingQuery: (yieldToRequests) => db.yieldingQuery(yieldToRequests).withPlugin(plugin),
    named: async <Row>(name: string | null, text: string, params: readonly unknown[]) => {
      before(writePattern.test(text));
      const rows = await db.named<Row>(name, text, params);
      await after();
      return rows;
    },
    close: async () => {},
  };
  return {
    db: own,
    begin: (next: DatabaseFailure): void => {
      trouble = next;
      statements = 0;
    },
    hasBegun,
    end: (): void => {
      trouble = null;
      losesNext = false;
    },
  };
};
