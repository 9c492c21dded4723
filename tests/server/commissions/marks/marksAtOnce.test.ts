import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { computeMarks } from '../../../../server/domain/commissions/recompute/index.ts';
import { testDatabaseKind } from '../../support/testDatabase.ts';
import { type ClosingCompany, closingCompany } from '../../support/worlds/closing.ts';
import { bookMarked, marksLeft, stillToDo, wrongSums } from '../../support/worlds/marking.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await closingCompany();
});
afterEach(() => world.server.close());

const people = ['sam', 'kim', 'max', 'mia'] as const;
/** More records per person than the first transactions write. */
const importing = (each = 150) =>
  bookMarked(
    world.server.db,
    world.facts.store,
    people.flatMap((name) =>
      ['2026-02-03', '2026-05-03', '2026-08-03'].flatMap((booking_date) =>
        Array.from({ length: each }, () => ({ salesperson_id: world.ids[name], booking_date, net_cents: 100_000 })),
      ),
    ),
    { actorId: world.ids.ada, at: world.server.clock(), origin: { network: '127.0.0.0/24', requestId: 'import' }, why: 'An import' },
  );

/** Computes all marks, and records which transactions run concurrently. */
const watched = async (atOnce: () => number) => {
  const seen = { most: 0, sharedPerson: false, largest: 0 };
  const running = new Map<object, readonly number[]>();
  const { store } = world.facts;
  const watching = {
    ...store,
    atOnce,
    transaction: ((work) =>
      store.transaction(async (tx) => {
        const key = {};
        const lockPeople: typeof tx.facts.lockPeople = async (ids, ...more) => {
          running.set(key, [...(running.get(key) ?? []), ...ids]);
          const all = [...running.values()].flat();
          if (new Set(all).size < all.length) seen.sharedPerson = true;
          seen.most = Math.max(seen.most, running.size);
          return tx.facts.lockPeople(ids, ...more);
        };
        return work({ ...tx, facts: { ...tx.facts, lockPeople } }).finally(() => running.delete(key));
      })) as typeof store.transaction,
  };
  await computeMarks(watching, world.server.clock, {
    took: (_, written) => {
      seen.largest = Math.max(seen.largest, written);
    },
  });
  return seen;
};

const isRight = async (): Promise<void> => {
  expect(await stillToDo(world.facts.store, world.server.clock())).toEqual([]);
  expect(await wrongSums(world.server.db)).toEqual([]);
  expect(await marksLeft(world.server.db)).toEqual([]);
};

describe('decisions 7.08: transactions of different people beside each other', () => {
  it('as many as the database has room for, never two of one person', async () => {
    await importing();
    expect(world.facts.store.atOnce()).toBe(testDatabaseKind() === 'postgres' ? 2 : 1);
    const { most, sharedPerson } = await watched(world.facts.store.atOnce);
    expect({ most, sharedPerson }).toEqual({ most: testDatabaseKind() === 'postgres' ? 2 : 1, sharedPerson: false });
    await isRight();
  });

  it('one by one where somebody may have a share in a team: whether the seller is recorded is asked there', async () => {
    await world.save({ plans: [{ id: 'default', team_override: { role: 'sales_manager', rate: 0.01 } }] });
    await importing();
    expect(await watched(() => 2)).toMatchObject({ most: 1, sharedPerson: false });
    await isRight();
  });

  it.runIf(testDatabaseKind() === 'postgres')(
    'who changes the settings waits for those that are under way, and nobody newer goes first',
    async () => {
      await importing();
      const { store } = world.facts;
      let done = 0;
      const change: Promise<void>[] = [];
      const doneAtChange: number[] = [];
      let [callCount, left] = [0, 0];
      await computeMarks({ ...store, atOnce: () => 2 }, world.server.clock, {
        took: () => {
          done += 1;
          // From the second transaction on, two run at a time.
          if (done !== 3) return;
          callCount = done;
          change.push(
            store.transaction(async (tx) => {
              await tx.periods.lockOut();
              doneAtChange.push(done);
              left = (await marksLeft(world.server.db)).length;
            }),
          );
        },
      });
      await Promise.all(change);
      expect(doneAtChange[0] ?? 0).toBeLessThanOrEqual(callCount + 4);
      expect(left).toBeGreaterThan(0);
      await isRight();
    },
  );

  it('one, of at most 240 records, while people are about', async () => {
    await importing(300);
    // Every transaction appears fast regardless of the machine's load, so its size grows to the maximum.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 0.01;
      return now;
    });
    const { most, largest } = await watched(() => 1).finally(() => clock.mockRestore());
    expect({ most, largest }).toEqual({ most: 1, largest: 240 });
    await isRight();
  });
});
