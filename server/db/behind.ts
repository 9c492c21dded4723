import type { Database } from './database.ts';

/** The same database for background work, whose queries and transactions stand back. @param pass ends once others are through, or it stood back long enough */
export const behind = (db: Database, pass: () => Promise<void>): Database => ({ ...db, query: db.queryBehind(pass) });
