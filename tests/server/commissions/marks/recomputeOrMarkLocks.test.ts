import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { recomputeOrMark } from '../../../../server/domain/commissions/recompute/index.ts';
import { testDatabaseKind } from '../../support/testDatabase.ts';
import { createLateCompany, resultOrWaits, TEAM_CONFIG } from '../../support/worlds/late/late.ts';

const DAY = '2026-11-05';

// The embedded database runs one transaction at a time.
it.runIf(testDatabaseKind() === 'postgres')(
  'decisions 7.08: a person’s write waits for a manager under computation, even if marked, and locks no one else until then',
  async () => {
    const world = await createLateCompany();
    await world.save(TEAM_CONFIG);
    await world.compute();
    await world.import('mia', DAY, 1000);
    const store = await world.other();
    const { ids } = world;
    const { seen, free, following } = await world.server.db.query.transaction().execute(async (trx) => {
      await sql`select 1 from users where id = ${ids.mia} for no key update`.execute(trx);
      const following = store
        .transaction((tx) => recomputeOrMark(tx, [{ user_id: ids.sam, day: DAY }], world.cause()))
        .then(() => 'followed');
      const seen = await resultOrWaits(following);
      const { rows } = await sql`select 1 from users where id = ${ids.sam} for no key update skip locked`.execute(trx);
      return { seen, free: rows.length > 0, following: [following] };
    });
    expect([seen, free, await following[0]]).toEqual(['waits', true, 'followed']);
    await world.compute();
    await world.isSettled();
    await world.end();
  },
);
