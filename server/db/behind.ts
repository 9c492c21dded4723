import type { Database } from './database.ts';

type Others = Readonly<{
  /** Resolves once waiting requests are done, or the maximum wait has passed. */
  pass: () => Promise<void>;
  /** True if no request has arrived for a while. */
  isQuiet: () => boolean;
}>;

/** The same database for background work: it yields to requests, and runs one transaction at a time unless the server is quiet. */
export const behind = (db: Database, { pass, isQuiet }: Others): Database => ({
  ...db,
  query: db.queryBehind(pass),
  atOnce: () => (isQuiet() ? db.atOnce() : 1),
});
