import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openStore, type Store } from '../../../../server/db/repositories/store.ts';
import type { Handlers, Work } from '../../../../server/jobs/handler.ts';
import { claim } from '../../../../server/jobs/queue.ts';
import { createWorker, type Worker } from '../../../../server/jobs/worker.ts';
import { addPerson, testClock } from '../testApp.ts';
import { freshDatabase, type TestDatabase } from '../testDatabase.ts';

export const LEASE_MS = 30_000;

/** A separate database with one person, emptied of jobs before each test; `logged` collects the workers' logs. */
export const setUpJobs = () => {
  const clock = testClock();
  const world = { db: undefined as unknown as TestDatabase, store: undefined as unknown as Store, me: 0, logged: [] as unknown[] };
  beforeAll(async () => {
    world.db = await freshDatabase();
    world.store = openStore(world.db);
    world.me = await addPerson(world.db, { email: 'me@example.test', role: 'admin' });
  });
  afterAll(() => world.db.drop());
  beforeEach(async () => {
    await world.db.query.deleteFrom('jobs').execute();
    world.logged = [];
  });
  return Object.assign(world, {
    clock,
    add: async (kind = 'test', payload: object = {}): Promise<number> => (await world.store.jobs.add(kind, payload, world.me, clock())).id,
    row: (id: number) => world.db.query.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    take: () => claim(world.store, ['test'], clock(), LEASE_MS),
    workerOf: (handlers: Handlers, overrides: object = {}): Worker =>
      createWorker({ store: world.store, clock, handlers, log: (error) => void world.logged.push(error), ...overrides }),
  });
};

/** A promise and the function that resolves it. */
export const createGate = (): { opened: Promise<void>; open: () => void } => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};
export const waitUntilAborted = ({ signal }: Work): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
