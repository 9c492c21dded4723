import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../server/db/repositories/store.ts';
import { computeMarked } from '../../../../server/domain/commissions/recompute/computeMarked.ts';
import { computeMarks } from '../../../../server/domain/commissions/recompute/index.ts';
import { type ClosingCompany, closingCompany } from '../../support/worlds/closing.ts';
import { bookMarked, marksLeft, stillToDo, wrongSums } from '../../support/worlds/marking.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await closingCompany();
});
afterEach(() => world.server.close());

const cause = () => ({
  actorId: world.ids.ada,
  at: world.server.clock(),
  origin: { network: '127.0.0.0/24', requestId: 'test' },
  why: 'An import',
});
const importing = (...invoices: Parameters<typeof bookMarked>[2]) => bookMarked(world.server.db, world.facts.store, invoices, cause());
/** More records than one transaction writes. */
const aQuarter = () =>
  Array.from({ length: 300 }, (_, day) => ({
    salesperson_id: world.ids.sam,
    booking_date: `2026-0${7 + (day % 3)}-${String(1 + (day % 28)).padStart(2, '0')}`,
    net_cents: 1_000_00,
  }));

/** Computes all marks. @param afterFirst called once between the first and second transaction @returns number of times facts were read */
const readings = async (afterFirst: () => Promise<unknown> = async () => {}): Promise<number> => {
  let read = 0;
  let parts = 0;
  const { atOnce, marks, transaction } = world.facts.store;
  const counted: Pick<Store, 'atOnce' | 'marks' | 'transaction'> = {
    atOnce,
    marks,
    transaction: async (work, ...more) => {
      const done = await transaction(
        (tx) =>
          work({
            ...tx,
            facts: {
              ...tx.facts,
              credited: (...args) => {
                read += 1;
                return tx.facts.credited(...args);
              },
            },
          }),
        ...more,
      );
      parts += 1;
      if (parts === 1) await afterFirst();
      return done;
    },
  };
  await computeMarks(counted, world.server.clock);
  expect(parts).toBeGreaterThan(2);
  return read;
};
const isRight = async (): Promise<void> => {
  expect(await stillToDo(world.facts.store, world.server.clock())).toEqual([]);
  expect(await wrongSums(world.server.db)).toEqual([]);
  expect(await marksLeft(world.server.db)).toEqual([]);
};

describe('decisions 7.08: what one transaction leaves is written by the next', () => {
  it('without reading the facts again', async () => {
    await importing(...aQuarter());
    expect(await readings()).toBe(1);
    await isRight();
  });

  it('unless a fact has arrived since, even on the day that is still marked', async () => {
    await importing(...aQuarter());
    const [{ day } = { day: '' }] = await marksLeft(world.server.db);
    await readings(() => importing({ salesperson_id: world.ids.sam, booking_date: day, net_cents: 90_000_00 }));
    await isRight();
  });

  it('unless a mark of the same run lies on the same day', async () => {
    await importing(...aQuarter());
    const twin = async () => {
      const row = await world.server.db.query
        .selectFrom('marks')
        .select(['user_id', 'day', 'rank', 'run_id', 'at'])
        .executeTakeFirstOrThrow();
      await world.server.db.query.insertInto('marks').values(row).execute();
    };
    expect(await readings(twin)).toBe(2);
    await isRight();
  });

  it('unless a month has been closed since', async () => {
    await importing(...aQuarter());
    expect(await readings(() => world.close('2026-02'))).toBe(2);
    await isRight();
  });

  it('unless the person has another role by now', async () => {
    await importing(...aQuarter());
    const promoted = () =>
      world.server.db.query.updateTable('users').set({ role: 'sales_manager' }).where('id', '=', world.ids.sam).execute();
    expect(await readings(promoted)).toBe(2);
    await isRight();
  });

  it('unless another server computed what one of its memos takes back', async () => {
    const { sam } = world.ids;
    const [original = 0] = await importing({ salesperson_id: sam, booking_date: '2026-02-05', net_cents: 10_000_00 });
    await computeMarks(world.facts.store, world.server.clock);
    await importing(...aQuarter());
    const [{ day } = { day: '' }] = await marksLeft(world.server.db);
    // On the day that stays marked: an existing mark must not be taken for this one.
    await importing({ salesperson_id: sam, booking_date: day, net_cents: -10_000_00, credit_of_id: original });
    await readings(async () => {
      await importing({ salesperson_id: sam, booking_date: '2026-01-05', net_cents: 120_000_00 });
      await world.facts.store.transaction((tx) => computeMarked(tx, [{ user_id: sam, day: '2026-01-05' }], 1000, world.server.clock()));
    });
    await isRight();
  });
});
