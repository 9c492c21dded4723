import type { Database } from '../db/database.ts';
import { openStore } from '../db/repositories/store.ts';
import { type Clock, systemClock } from '../domain/clock.ts';
import { STATEMENT_JOB } from '../domain/statementRequests.ts';
import { createWorker, type Worker } from './worker.ts';
import { writeStatement } from './writeStatement.ts';

/** The worker of one instance, over the same database as its routes. */
export const statementWorker = (db: Database, log: (error: unknown) => void, clock: Clock = systemClock): Worker => {
  const store = openStore(db);
  return createWorker({ store, clock, log, handlers: { [STATEMENT_JOB]: writeStatement(store, clock) } });
};
