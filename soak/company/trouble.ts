import type { KyselyPlugin, OperationNode } from 'kysely';
import type { Database } from '../../server/db/database.ts';

/**
 * `crash`: the process dies before the statement; open transactions are then rolled back, as a lost connection's. `lost connection`: after
 * it, the database ends all connections, within transactions too. `full disk`: from it on, the disk takes no writes.
 */
export type Trouble = Readonly<{ kind: 'crash' | 'lost connection' | 'full disk'; statement: number }>;
class Crashed extends Error {}

/** As PostgreSQL reports it. */
class DatabaseError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** True for the errors that a trouble throws; a job may report them after its end. */
export const isOfTrouble = (error: unknown): boolean =>
  error instanceof Crashed ||
  error instanceof DatabaseError ||
  /^(?:Connection terminated|terminating connection)/.test(String((error as Error)?.message));

const writePattern = /\b(insert\s+into|update\s|delete\s+from|merge\s+into)/i;
const textOf = (node: OperationNode): string => ('sqlFragments' in node ? (node.sqlFragments as readonly string[]).join(' ') : '');
const isWrite = (node: OperationNode): boolean =>
  /^(Insert|Update|Delete|Merge)QueryNode$/.test(node.kind) || writePattern.test(textOf(node));

/**
 * A database that meets one trouble at a time.
 * @param endConnections ends those of a PostgreSQL; null: the embedded one, whose next statement fails instead
 */
export const troubled = (db: Database, endConnections: (() => Promise<void>) | null) => {
  let trouble: Trouble | null = null;
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
    // Counted, so that another statement under way ends the connections no second time.
    statements += 1;
    if (endConnections) await endConnections();
    else losesNext = true;
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
    begin: (next: Trouble): void => {
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
