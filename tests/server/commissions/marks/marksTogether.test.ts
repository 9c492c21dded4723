import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computeMarked } from '../../../../server/domain/commissions/recompute/computeMarked.ts';
import { beginRun, computeMarks } from '../../../../server/domain/commissions/recompute/index.ts';
import { testDatabaseKind } from '../../support/testDatabase.ts';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';
import { bookWithMarks, marksLeft, remainingDifferences, wrongSums } from '../../support/worlds/marks.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

type Name = 'sam' | 'kim' | 'max' | 'mia';
const people: readonly Name[] = ['sam', 'kim', 'max', 'mia'];
const quarters = ['2026-02-03', '2026-05-03', '2026-08-03', '2026-11-03'];
/** Each call has its own run. */
const importing = (why: string, ...booked: readonly (readonly [Name, string, number])[]) =>
  bookWithMarks(
    world.server.db,
    world.facts.store,
    booked.map(([name, booking_date, dollars]) => ({ salesperson_id: world.ids[name], booking_date, net_cents: dollars * 100 })),
    { actorId: world.ids.ada, at: world.server.clock(), origin: { network: '127.0.0.0/24', requestId: why }, why },
  );
const computeTogether = (names: readonly Name[], day: string, most = 1000) =>
  world.facts.store.transaction((tx) =>
    computeMarked(
      tx,
      names.map((name) => ({ user_id: world.ids[name], day })),
      most,
      world.server.clock(),
    ),
  );
const audited = async () => {
  const rows = await world.server.db.query
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'commissions.recomputed')
    .orderBy('id')
    .execute();
  return rows.map(({ entity_id, request_id, cause, after }) => ({
    entity_id,
    request_id,
    cause,
    ...(after as { user_id: number; records: number }),
  }));
};
const expectRecomputed = async (): Promise<void> => {
  expect(await remainingDifferences(world.facts.store, world.server.clock())).toEqual([]);
  expect(await wrongSums(world.server.db)).toEqual([]);
  expect(await marksLeft(world.server.db)).toEqual([]);
};

describe('decisions 7.08: several people in one transaction', () => {
  it('combines short quota periods, each with its own audit row', async () => {
    await importing('An import', ...people.flatMap((name) => quarters.map((day) => [name, day, 9000] as const)));
    const transactions: number[] = [];
    expect(await computeMarks(world.facts.store, world.server.clock, { took: (_, written) => void transactions.push(written) })).toEqual({
      pairs: 16,
      written: 16,
    });
    expect(transactions.length).toBeLessThan(16);
    expect(Math.max(...transactions)).toBeGreaterThan(1);
    expect((await audited()).map(({ records }) => records)).toEqual(Array.from({ length: 16 }, () => 1));
    await expectRecomputed();
  });

  it('does not fail others when one person’s computation fails', async () => {
    await importing('An import', ...people.flatMap((name) => quarters.map((day) => [name, day, 9000] as const)));
    const { store } = world.facts;
    let most = 0;
    const failing = {
      ...store,
      transaction: ((work) =>
        store.transaction((tx) => {
          const locked = new Set<number>();
          const lockPeople: typeof tx.facts.lockPeople = async (ids, ...more) => {
            for (const id of ids) locked.add(id);
            most = Math.max(most, locked.size);
            return ids.includes(world.ids.kim) ? Promise.reject(new Error('cannot')) : tx.facts.lockPeople(ids, ...more);
          };
          return work({ ...tx, facts: { ...tx.facts, lockPeople } });
        })) as typeof store.transaction,
    };
    await expect(computeMarks(failing, world.server.clock)).rejects.toThrow('1 people');
    expect(most).toBeGreaterThan(1);
    expect((await marksLeft(world.server.db)).map(({ user_id }) => user_id)).toEqual(quarters.map(() => world.ids.kim));
    await computeMarks(world.facts.store, world.server.clock);
    await expectRecomputed();
  });

  it('names each run, its request and its cause', async () => {
    await importing('The first', ['sam', '2026-11-03', 9000]);
    await importing('The second', ['kim', '2026-11-03', 8000]);
    expect(await computeTogether(['kim', 'sam'], '2026-11-03')).toMatchObject({ pairs: 2, written: 2 });
    const rows = await audited();
    const { kim, sam } = world.ids;
    expect(rows.map(({ user_id, request_id, cause }) => [user_id, request_id, cause])).toEqual([
      [kim, 'The second', 'The second'],
      [sam, 'The first', 'The first'],
    ]);
    const { rows: changes } = await sql<{ user_id: number; run_id: number }>`
      select user_id, run_id from amount_changes order by run_id desc`.execute(world.server.db.query);
    expect(changes.map(({ user_id, run_id }) => [user_id, String(run_id)])).toEqual(
      rows.map(({ user_id, entity_id }) => [user_id, entity_id]),
    );
    await expectRecomputed();
  });

  it('notifies of new facts but not of configuration changes, which are planned as before', async () => {
    await importing('An import', ['sam', '2026-11-03', 9000]);
    expect(await computeTogether(['sam'], '2026-11-03')).toMatchObject({ written: 1, brought: 1 });
    const saved = {
      actorId: world.ids.ada,
      at: world.server.clock(),
      origin: { network: '127.0.0.0/24', requestId: 'saved' },
      why: 'A save',
    };
    await world.server.db.query.updateTable('commission_records').set({ base_cents: 1 }).where('user_id', '=', world.ids.sam).execute();
    const quiet = await beginRun(world.facts.store, saved, { quiet: true, periods: 1 });
    await world.facts.store.marks.add([{ user_id: world.ids.sam, day: '2026-11-03' }], 1, quiet, saved.at);
    expect(await computeTogether(['sam'], '2026-11-03')).toMatchObject({ written: 1, brought: 0 });
  });

  it('does not mark finished people again when the rest does not fit', async () => {
    await importing(
      'An import',
      ['sam', '2026-11-03', 9000],
      ['kim', '2026-11-03', 8000],
      ['kim', '2026-11-04', 8000],
      ['max', '2026-11-05', 10],
    );
    expect(await computeTogether(['sam', 'kim', 'max'], '2026-11-03', 2)).toMatchObject({ pairs: 3, largest: 2, written: 2 });
    expect((await marksLeft(world.server.db)).map(({ user_id }) => user_id)).toEqual([world.ids.kim]);
    expect(await wrongSums(world.server.db)).toEqual([]);
    await computeMarks(world.facts.store, world.server.clock);
    await expectRecomputed();
  });

  it('leaves locked people for later without waiting', async () => {
    await importing('An import', ['sam', '2026-11-03', 9000], ['kim', '2026-11-03', 8000]);
    await world.facts.store.transaction(async (tx) => {
      await tx.facts.lockPeople([world.ids.kim]);
      // The embedded database runs one transaction at a time.
      if (testDatabaseKind() === 'postgres')
        expect(await computeTogether(['sam', 'kim'], '2026-11-03')).toMatchObject({ pairs: 1, written: 1 });
    });
    if (testDatabaseKind() === 'postgres')
      expect((await marksLeft(world.server.db)).map(({ user_id }) => user_id)).toEqual([world.ids.kim]);
    await computeMarks(world.facts.store, world.server.clock);
    await expectRecomputed();
  });

  it('settles the bonuses of every month of a quota period, even if one day remains marked', async () => {
    const tiers = { base_commission_rate: 0.05, over_quota_commission_rate: 0.07 };
    const bonuses = [{ id: 'month', name: 'Good month', metric: 'net_revenue', level: 5000, within: 'month', amount: 250 }];
    await world.save({ plans: [{ id: 'default', name: 'With a bonus', quota: { period: 'quarter', amount: 10_000 }, ...tiers, bonuses }] });
    await computeMarks(world.facts.store, world.server.clock);
    await importing('An import', ['sam', '2026-10-05', 9000], ['sam', '2026-11-05', 8000], ['sam', '2026-11-06', 10]);
    expect(await computeTogether(['sam'], '2026-11-05', 2)).toMatchObject({ written: 2 });
    await computeMarks(world.facts.store, world.server.clock);
    const { rows } = await sql<{ bonus_from: string }>`select bonus_from from adjustments where origin = 'bonus' order by 1`.execute(
      world.server.db.query,
    );
    expect(rows.map(({ bonus_from }) => bonus_from)).toEqual(['2026-10-01', '2026-11-01']);
    await expectRecomputed();
  });

  it('still notifies when silent and notifying runs share the remainder', async () => {
    await importing('An import', ['sam', '2026-11-03', 9000], ['sam', '2026-11-04', 9000], ['sam', '2026-11-05', 9000]);
    const saved = {
      actorId: world.ids.ada,
      at: world.server.clock(),
      origin: { network: '127.0.0.0/24', requestId: 'saved' },
      why: 'A save',
    };
    const quiet = await beginRun(world.facts.store, saved, { quiet: true, periods: 1 });
    await world.facts.store.marks.add([{ user_id: world.ids.sam, day: '2026-11-03' }], 1, quiet, saved.at);
    expect(await computeTogether(['sam'], '2026-11-03', 2)).toMatchObject({ written: 2 });
    await computeMarks(world.facts.store, world.server.clock);
    expect((await audited()).map(({ cause }) => cause)).toEqual(['An import', 'An import']);
    await expectRecomputed();
  });

  it('settles bonuses of finished people', async () => {
    const tiers = { base_commission_rate: 0.05, over_quota_commission_rate: 0.07 };
    const bonuses = [{ id: 'half', name: 'Half way', metric: 'attainment', level: 0.5, within: 'quarter', amount: 250 }];
    await world.save({ plans: [{ id: 'default', name: 'With a bonus', quota: { period: 'quarter', amount: 10_000 }, ...tiers, bonuses }] });
    await computeMarks(world.facts.store, world.server.clock);
    await importing('An import', ['sam', '2026-11-03', 9000], ['kim', '2026-11-03', 8000]);
    await computeTogether(['sam', 'kim'], '2026-11-03');
    const rows = await world.server.db.query
      .selectFrom('adjustments')
      .select('user_id')
      .where('origin', '=', 'bonus')
      .orderBy('user_id')
      .execute();
    expect(rows.map(({ user_id }) => user_id)).toEqual([world.ids.sam, world.ids.kim].sort((a, b) => a - b));
    await expectRecomputed();
  });
});
