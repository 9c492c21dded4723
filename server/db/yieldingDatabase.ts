import type { Database } from './database.ts';

/** The same database for background work. @param yieldToRequests resolves once waiting requests are done, or the maximum wait has passed */
export const yieldingDatabase = (db: Database, yieldToRequests: () => Promise<void>): Database => ({
  ...db,
  query: db.yieldingQuery(yieldToRequests),
});
