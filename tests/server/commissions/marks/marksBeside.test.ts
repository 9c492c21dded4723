import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Beside, type BesideStart, computeMarks } from '../../../../server/domain/commissions/recompute/index.ts';
import { computeBeside } from '../../../../server/jobs/computeBeside.ts';
import { testDatabaseKind } from '../../support/testDatabase.ts';
import { type ClosingCompany, closingCompany } from '../../support/worlds/closing.ts';
import { bookMarked, marksLeft, stillToDo, wrongSums } from '../../support/worlds/marking.ts';

let at: ClosingCompany;
beforeEach(async () => {
  at = await closingCompany();
});
afterEach(() => at.server.close());

const people = ['sam', 'kim', 'max', 'mia'] as const;
const days = ['2025-02-03', '2025-05-03', '2025-08-03', '2025-11-03', '2026-02-03', '2026-05-03', '2026-08-03'];
const importing = () =>
  bookMarked(
    at.server.db,
    at.facts.store,
    people.flatMap((name) =>
      days.flatMap((booking_date) =>
        Array.from({ length: 60 }, () => ({ salesperson_id: at.ids[name], booking_date, net_cents: 100_000 })),
      ),
    ),
    { actorId: at.ids.ada, at: at.server.clock(), origin: { network: '127.0.0.0/24', requestId: 'import' }, why: 'An import' },
  );

const isRight = async (): Promise<void> => {
  expect(await stillToDo(at.facts.store, at.server.clock())).toEqual([]);
  expect(await wrongSums(at.server.db)).toEqual([]);
  expect(await marksLeft(at.server.db)).toEqual([]);
};

/** One that is there from the second transaction on. `seen`: what it was asked and wrote, and whether it was ended. */
const startOf = (start: () => Promise<Beside>) => {
  const seen = { asked: 0, written: 0, ended: 0 };
  const compute =
    (thread: Beside): Beside['compute'] =>
    async (...of) => {
      seen.asked += 1;
      const part = await thread.compute(...of);
      seen.written += part?.written ?? 0;
      return part;
    };
  const watched: BesideStart = {
    after: 1,
    start: async () => {
      const thread = await start();
      const end = async (): Promise<void> => {
        seen.ended += 1;
        await thread.end();
      };
      return { compute: compute(thread), end };
    },
  };
  return { seen, watched };
};
/** Two at once, and none before the thread is there. */
const computeWith = async ({ after, start }: BesideStart): Promise<number> => {
  const started = start();
  await started.catch(() => {});
  const { written } = await computeMarks({ ...at.facts.store, atOnce: () => 2 }, at.server.clock, {
    beside: { after, start: () => started },
  });
  return written;
};

const ALL = people.length * days.length * 60;

describe('decisions 7.08: a thread that computes beside the one that plans', () => {
  it.runIf(testDatabaseKind() === 'postgres')('some of it is computed there, once, and it is ended', async () => {
    await importing();
    const real = computeBeside(at.server.db, false);
    const { seen, watched } = startOf(real?.start ?? (() => Promise.reject(new Error('no thread'))));
    expect(await computeWith(watched)).toBe(ALL);
    expect(seen.written).toBeGreaterThan(0);
    expect(seen.written).toBeLessThan(ALL);
    expect(seen.ended).toBe(1);
    await isRight();
  });

  it('what fails there is computed here, and nothing more is asked of it', async () => {
    await importing();
    const { seen, watched } = startOf(async () => ({ compute: () => Promise.reject(new Error('out of memory')), end: async () => {} }));
    expect(await computeWith(watched)).toBe(ALL);
    expect(seen).toEqual({ asked: 1, written: 0, ended: 1 });
    await isRight();
  });

  it('where it does not start all is computed here', async () => {
    await importing();
    const { seen, watched } = startOf(() => Promise.reject(new Error('no more connections')));
    expect(await computeWith(watched)).toBe(ALL);
    expect(seen).toEqual({ asked: 0, written: 0, ended: 0 });
    await isRight();
  });

  it('the embedded database has one connection, and so no thread', () => {
    expect(computeBeside(at.server.db, false) === undefined).toBe(testDatabaseKind() === 'embedded');
  });
});
