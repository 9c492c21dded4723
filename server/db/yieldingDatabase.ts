import type { Database } from './database.ts';

type Requests = Readonly<{
  /** Resolves once waiting requests are done, or the maximum wait has passed. */
  yieldToRequests: () => Promise<void>;
  /** True if no request has arrived for a while. */
  isQuiet: () => boolean;
}>;

/** The same database for background work: it yields to requests, and runs one transaction at a time unless the server is quiet. */
export const yieldingDatabase = (db: Database, { yieldToRequests, isQuiet }: Requests): Database => ({
  ...db,
  query: db.yieldingQuery(yieldToRequests),
  atOnce: () => (isQuiet() ? db.atOnce() : 1),
});
