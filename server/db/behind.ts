import type { Database } from './database.ts';

/** The same database for work that nobody waits for. @param pass ends once others are through, or have kept it long enough */
export const behind = (db: Database, pass: () => Promise<void>): Database => ({ ...db, query: db.queryBehind(pass) });
