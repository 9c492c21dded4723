import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../server/db/database.ts';

export class Crashed extends Error {}

/** A database whose process can die before any of its next statements; open transactions are then rolled back, as a lost connection's. */
export const crashing = (db: Database) => {
  let remaining = Number.POSITIVE_INFINITY;
  const step = (): void => {
    remaining -= 1;
    if (remaining <= 0) throw new Crashed('the process died here');
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      step();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const crashable: Database = {
    ...db,
    query: db.query.withPlugin(plugin),
    yieldingQuery: (yieldToRequests) => db.yieldingQuery(yieldToRequests).withPlugin(plugin),
    named: async (name, text, params) => {
      step();
      return db.named(name, text, params);
    },
    close: async () => {},
  };
  return {
    db: crashable,
    /** Every statement from this one on fails. */
    crashBefore: (statement: number): void => {
      remaining = statement;
    },
    hasCrashed: (): boolean => remaining <= 0,
    recover: (): void => {
      remaining = Number.POSITIVE_INFINITY;
    },
  };
};
