import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginRun, type ComputingThread, computeMarks, ThreadGoneError } from '../../../../server/domain/commissions/recompute/index.ts';
import { startComputingThread } from '../../../../server/jobs/startComputingThread.ts';
import { testDatabaseKind } from '../../support/testDatabase.ts';
import { type ClosingCompany, closingCompany } from '../../support/worlds/closing.ts';
import { bookMarked, marksLeft, stillToDo, wrongSums } from '../../support/worlds/marking.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await closingCompany();
});
afterEach(() => world.server.close());

const people = ['sam', 'kim', 'max', 'mia'] as const;
const days = ['2025-02-03', '2025-05-03', '2025-08-03', '2025-11-03', '2026-02-03', '2026-05-03', '2026-08-03'];
const importing = () =>
  bookMarked(
    world.server.db,
    world.facts.store,
    people.flatMap((name) =>
      days.flatMap((booking_date) =>
        Array.from({ length: 60 }, () => ({ salesperson_id: world.ids[name], booking_date, net_cents: 100_000 })),
      ),
    ),
    { actorId: world.ids.ada, at: world.server.clock(), origin: { network: '127.0.0.0/24', requestId: 'import' }, why: 'An import' },
  );

const isRight = async (): Promise<void> => {
  expect(await stillToDo(world.facts.store, world.server.clock())).toEqual([]);
  expect(await wrongSums(world.server.db)).toEqual([]);
  expect(await marksLeft(world.server.db)).toEqual([]);
};

/**
 * Computes with two threads that are ready before the second transaction.
 * @returns the total number of records written, and the state of the threads
 */
const computeWith = async (start: () => Promise<ComputingThread>) => {
  const seen = { asked: 0, written: 0, ended: 0, logged: [] as unknown[] };
  const writtenBy = new Map<ComputingThread, number>();
  const started = [start(), start()];
  await Promise.allSettled(started);
  const threads = {
    after: 1,
    start: async (): Promise<ComputingThread> => {
      const thread = await (started.shift() ?? Promise.reject(new Error('a third thread')));
      const { compute, end } = thread;
      return {
        compute: async (...args) => {
          seen.asked += 1;
          const part = await compute(...args);
          seen.written += part?.written ?? 0;
          writtenBy.set(thread, (writtenBy.get(thread) ?? 0) + (part?.written ?? 0));
          return part;
        },
        end: async () => {
          seen.ended += 1;
          await end();
        },
      };
    },
    log: (error: unknown) => void seen.logged.push(error instanceof Error ? error.message : error),
  };
  const { written } = await computeMarks({ ...world.facts.store, atOnce: () => 2 }, world.server.clock, { threads });
  return { ...seen, all: written, busy: [...writtenBy.values()].filter((sum) => sum > 0).length };
};

const ALL = people.length * days.length * 60;
const fails = (error: Error) => async (): Promise<ComputingThread> => ({ compute: () => Promise.reject(error), end: async () => {} });

describe('decisions 7.08: threads that compute', () => {
  it.runIf(testDatabaseKind() === 'postgres')('what is not the beginning is computed there, once, and they are ended', async () => {
    await importing();
    const real = startComputingThread(world.server.db, false, () => {});
    const { all, busy, written, ended, logged } = await computeWith(() => real?.start(new AbortController().signal) ?? Promise.reject());
    expect({ all, busy, ended, logged }).toEqual({ all: ALL, busy: 2, ended: 2, logged: [] });
    expect(written).toBeLessThan(ALL);
    await isRight();
  });

  it('whom one fails for is computed here, and it goes on', async () => {
    await importing();
    const { all, asked: callCount, ended, logged } = await computeWith(fails(new Error('deadlock detected')));
    expect({ all, ended, logged }).toEqual({ all: ALL, ended: 2, logged: [] });
    expect(callCount).toBeGreaterThan(1);
    await isRight();
  });

  it('once they are gone all is computed here, and the log has why', async () => {
    await importing();
    const gone = await computeWith(fails(new ThreadGoneError('out of memory')));
    expect(gone).toEqual({ all: ALL, busy: 0, asked: 2, written: 0, ended: 2, logged: ['out of memory', 'out of memory'] });
    await isRight();
  });

  it('where they do not start too', async () => {
    await importing();
    const none = await computeWith(() => Promise.reject(new Error('no more connections')));
    expect(none).toEqual({ all: ALL, busy: 0, asked: 0, written: 0, ended: 0, logged: ['no more connections', 'no more connections'] });
    await isRight();
  });

  it('they start where much is read too, though nothing differs', async () => {
    await importing();
    await computeMarks(world.facts.store, world.server.clock);
    const saved = {
      actorId: world.ids.ada,
      at: world.server.clock(),
      origin: { network: '127.0.0.0/24', requestId: 'saved' },
      why: 'A save',
    };
    const run = await beginRun(world.facts.store, saved, { quiet: true, periods: 1 });
    const marked = people.flatMap((name) => days.map((day) => ({ user_id: world.ids[name], day })));
    await world.facts.store.marks.add(marked, 1, run, saved.at);
    const { all, asked: callCount } = await computeWith(fails(new Error('deadlock detected')));
    expect(all).toBe(0);
    expect(callCount).toBeGreaterThan(0);
    await isRight();
  });

  it.runIf(testDatabaseKind() === 'postgres')('its start is given up once nothing is left to compute', async () => {
    const ending = new AbortController();
    const started = startComputingThread(world.server.db, false, () => {})?.start(ending.signal);
    ending.abort();
    await expect(started).rejects.toThrow(ThreadGoneError);
  });

  it.runIf(testDatabaseKind() === 'postgres')('as built it starts', async () => {
    const built = new URL('../../../../dist/server/computingThread.js', import.meta.url);
    const thread = new Worker(built, { workerData: { databaseUrl: world.server.db.url, sendsMail: false } });
    expect(await once(thread, 'message')).toEqual(['ready']);
    await thread.terminate();
  });

  it('the embedded database has one connection, and so no thread', () => {
    expect(startComputingThread(world.server.db, false, () => {}) === undefined).toBe(testDatabaseKind() === 'embedded');
  });
});
