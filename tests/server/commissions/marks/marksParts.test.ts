import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computeMarked } from '../../../../server/domain/commissions/recompute/computeMarked.ts';
import { computeMarks } from '../../../../server/domain/commissions/recompute/index.ts';
import { testDatabaseKind } from '../../support/testDatabase.ts';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';
import { bookWithMarks, marksLeft, remainingDifferences, wrongSums } from '../../support/worlds/marks.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

const cause = () => ({
  actorId: world.ids.ada,
  at: world.server.clock(),
  origin: { network: '127.0.0.0/24', requestId: 'test' },
  why: 'An import',
});
const importing = (...invoices: Parameters<typeof bookWithMarks>[2]) =>
  bookWithMarks(world.server.db, world.facts.store, invoices, cause());
/** More records than one transaction writes. */
const createQuarterSales = (name: 'sam' | 'kim' = 'sam') =>
  Array.from({ length: 500 }, (_, day) => ({
    salesperson_id: world.ids[name],
    booking_date: `2026-0${7 + (day % 3)}-${String(1 + (day % 28)).padStart(2, '0')}`,
    net_cents: 1_000_00,
  }));

/** Computes all marks. @param afterFirst called once between the first and second transaction @returns records of each transaction */
const computeParts = async (afterFirst: () => Promise<unknown> = async () => {}): Promise<number[]> => {
  const { store } = world.facts;
  const parts: number[] = [];
  let transactions = 0;
  const watching: typeof store = {
    ...store,
    transaction: async (work) => {
      const done = await store.transaction(work);
      transactions += 1;
      if (transactions === 1) await afterFirst();
      return done;
    },
  };
  await computeMarks(watching, world.server.clock, { took: (_, written) => void parts.push(written) });
  return parts;
};
const expectRecomputed = async (): Promise<void> => {
  expect(await remainingDifferences(world.facts.store, world.server.clock())).toEqual([]);
  expect(await wrongSums(world.server.db)).toEqual([]);
  expect(await marksLeft(world.server.db)).toEqual([]);
};

describe('decisions 7.08: a quota period with more records than one transaction can write', () => {
  it('is written in parts of 480, or 240 on the embedded database', async () => {
    await importing(...createQuarterSales(), ...createQuarterSales('kim'));
    expect(await computeParts()).toEqual(testDatabaseKind() === 'postgres' ? [480, 480, 20, 20] : [240, 240, 240, 240, 20, 20]);
    await expectRecomputed();
  });

  it('counts a fact that arrives between its parts', async () => {
    await importing(...createQuarterSales());
    const addMarks = async () => {
      const [{ day } = { day: '' }] = await marksLeft(world.server.db);
      await importing({ salesperson_id: world.ids.sam, booking_date: day, net_cents: 90_000_00 });
    };
    expect((await computeParts(addMarks)).length).toBeGreaterThan(1);
    await expectRecomputed();
  });

  it('keeps a month closed between its parts', async () => {
    await importing(...createQuarterSales());
    await computeParts(() => world.close('2026-02'));
    await expectRecomputed();
  });

  it('counts another server’s computations between its parts', async () => {
    const { sam } = world.ids;
    const [original = 0] = await importing({ salesperson_id: sam, booking_date: '2026-02-05', net_cents: 10_000_00 });
    await computeMarks(world.facts.store, world.server.clock);
    await importing(...createQuarterSales());
    const [{ day } = { day: '' }] = await marksLeft(world.server.db);
    await importing({ salesperson_id: sam, booking_date: day, net_cents: -10_000_00, credit_of_id: original });
    await computeParts(async () => {
      await importing({ salesperson_id: sam, booking_date: '2026-01-05', net_cents: 120_000_00 });
      await world.facts.store.transaction((tx) => computeMarked(tx, [{ user_id: sam, day: '2026-01-05' }], 1000, world.server.clock()));
    });
    await expectRecomputed();
  });
});

it('decisions 7.08: a saved plan that pays managers reads only their open period, not the closed one a memo reaches into', async () => {
  const unsettled = await createClosingCompany({ settles: false });
  const { server, facts, ids, book, close, save } = unsettled;
  const sale = await book('sam', '2026-02-05', 1000);
  await close('2026-02');
  await book('sam', '2026-07-10', -200, { credit_of_id: sale });
  await save({ plans: [{ id: 'default', team_override: { role: 'sales_manager', rate: 0.01 } }] });
  const read: string[] = [];
  const watching: typeof facts.store = {
    ...facts.store,
    transaction: (work) =>
      facts.store.transaction((tx) => {
        const credited: typeof tx.facts.credited = (ranges, ...more) => {
          read.push(...ranges.filter(({ user_id }) => user_id === ids.mia).map(({ from, to }) => `${from} ${to}`));
          return tx.facts.credited(ranges, ...more);
        };
        return work({ ...tx, facts: { ...tx.facts, credited } });
      }),
  };
  await computeMarks(watching, server.clock);
  expect(new Set(read)).toContain('2026-07-01 2026-09-30');
  expect(read.filter((range) => range === '2026-01-01 2026-09-30')).toEqual([]);
  expect(await remainingDifferences(facts.store, server.clock())).toEqual([]);
  // Nobody earned an override on the sale, so none is taken back (decisions 2.23).
  expect(Object.keys(await unsettled.amounts())).toEqual(['1 sam', '2 sam']);
  await server.close();
});

it('decisions 2.23: a memo of a sale that paid a manager nothing still lowers the team’s sales', async () => {
  const company = await createClosingCompany({ settles: false });
  const sale = await company.book('sam', '2026-02-05', 4000);
  await company.close('2026-02');
  await company.book('sam', '2026-03-10', -4000, { credit_of_id: sale });
  await company.book('sam', '2026-03-20', 1000);
  const tiers = [
    { from: 0, rate: 0.01 },
    { from: 1, rate: 0.05 },
  ];
  await company.save({ plans: [{ id: 'default', team_override: { role: 'sales_manager', quota: 1000, tiers } }] });
  await computeMarks(company.facts.store, company.server.clock);
  const amounts = await company.amounts();
  expect(amounts['3 mia']).toBe(1000);
  expect(amounts['2 mia']).toBeUndefined();
  await company.server.close();
});

describe.runIf(testDatabaseKind() === 'postgres')('settings changes', () => {
  it('wait for no more than the running transaction', async () => {
    await importing(...createQuarterSales(), ...createQuarterSales('kim'));
    const { store } = world.facts;
    let done = 0;
    const changes: Promise<Readonly<{ done: number; left: number }>>[] = [];
    const change = () =>
      store.transaction(async (tx) => {
        await tx.periods.lockExclusively();
        return { done, left: (await marksLeft(world.server.db)).length };
      });
    const watching: typeof store = {
      ...store,
      transaction: (work) =>
        store.transaction((tx) =>
          work({
            ...tx,
            marks: {
              ...tx.marks,
              take: (ranges) => {
                if (changes.length === 0) changes.push(change());
                return tx.marks.take(ranges);
              },
            },
          }),
        ),
    };
    await computeMarks(watching, world.server.clock, {
      took: () => {
        done += 1;
      },
    });
    const [{ done: doneBefore, left } = { done: -1, left: 0 }] = await Promise.all(changes);
    expect(doneBefore).toBeLessThanOrEqual(1);
    expect(left).toBeGreaterThan(0);
    await expectRecomputed();
  });
});
