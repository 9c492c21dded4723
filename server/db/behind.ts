import type { KyselyPlugin } from 'kysely';
import type { Database } from './database.ts';

/**
 * The same database for work that nobody waits for: after each of its statements it lets others `pass`. The embedded one has a single
 * connection, for which everybody queues: who waits within a transaction there would hold up those it waits for.
 */
export const behind = (db: Database, pass: () => Promise<void>): Database => {
  if (db.kind === 'embedded') return db;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await pass();
      return result;
    },
  };
  return { ...db, query: db.query.withPlugin(plugin) };
};
