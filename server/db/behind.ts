import type { Database } from './database.ts';

type Others = Readonly<{
  /** Ends once others are through, or it stood back long enough. */
  pass: () => Promise<void>;
  /** Nobody has asked for anything for a while. */
  isQuiet: () => boolean;
}>;

/** The same database for background work, whose queries and transactions stand back, and which goes on one by one while others are about. */
export const behind = (db: Database, { pass, isQuiet }: Others): Database => ({
  ...db,
  query: db.queryBehind(pass),
  atOnce: () => (isQuiet() ? db.atOnce() : 1),
});
