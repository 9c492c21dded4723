import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Repositories } from '../../../../server/db/repositories/store.ts';
import { testDatabaseKind } from '../../support/testDatabase.ts';
import { createLateCompany, type LateCompany } from '../../support/worlds/late/late.ts';

let world: LateCompany;
beforeEach(async () => {
  world = await createLateCompany();
});
afterEach(() => world.end());

/** Runs another instance's job and decides the proposal between the job's read and its write. */
const decideDuring = async (decision: 'approve' | 'reject', day: string, read: 'late' | 'bonuses'): Promise<string> => {
  const id = await world.proposal();
  let decided = Promise.resolve('');
  const decideBefore = async <T>(rows: T): Promise<T> => {
    decided = world.decide(id, decision).then(
      () => 'decided',
      (error: Error) => error.message,
    );
    await Promise.race([decided, pause(800)]);
    return rows;
  };
  await world.computeOne(await world.other(), 'sam', day, (tx): Repositories => {
    const { records, bonuses } = tx;
    return read === 'late'
      ? { ...tx, records: { ...records, late: async (...args) => decideBefore(await records.late(...args)) } }
      : { ...tx, bonuses: { ...bonuses, proposed: async (...args) => decideBefore(await bonuses.proposed(...args)) } };
  });
  const answer = await decided;
  await world.compute();
  return answer;
};

describe.skipIf(testDatabaseKind() === 'embedded')('decisions 2.11: deciding on a proposal while its subject is being computed', () => {
  describe.each(['approve', 'reject'] as const)('%s', (decision) => {
    const late = async (change: object) => {
      await world.save({});
      await world.close('2026-08');
      const id = await world.import('sam', '2026-08-05', 10_000);
      await world.compute();
      await world.changeMarked(id, change);
      expect(await decideDuring(decision, '2026-08-05', 'late')).toContain('"code":"stale_version"');
      return id;
    };

    it('keeps the job’s result and asks again: another amount', async () => {
      const id = await late({ net_cents: 400_000, gross_cents: 400_000 });
      expect(await world.late()).toEqual([['sam', id, 20_000, 'pending']]);
    });

    it('keeps the job’s result and asks again: a cancelled invoice', async () => {
      const id = await late({ state: 'cancelled' });
      expect(await world.late()).toEqual([['sam', id, 50_000, 'void']]);
    });
  });

  it('decisions 2.10: voids a bonus that is no longer earned instead of approving it', async () => {
    await world.save({
      plans: [{ bonuses: [{ id: 'big', name: 'Great', metric: 'net_revenue', level: 6000, within: 'month', amount: 900 }] }],
    });
    const id = await world.book('sam', '2026-11-05', 10_000);
    await world.compute();
    await world.changeMarked(id, { state: 'cancelled' });
    expect(await decideDuring('approve', '2026-11-05', 'bonuses')).toContain('"code":"stale_version"');
    const bonuses = world.server.db.query.selectFrom('adjustments').select(['amount_cents', 'state']).where('origin', '=', 'bonus');
    expect(await bonuses.execute()).toEqual([{ amount_cents: 90_000, state: 'void' }]);
  });
});
