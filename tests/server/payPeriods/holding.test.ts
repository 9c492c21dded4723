import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/db/repositories/store.ts';
import { testApp } from '../support/testApp.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';

const server = await testApp();
const store = openStore(server.db);
afterAll(() => server.close());

const countLockWaits = async (): Promise<number> => {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    server.db.query,
  );
  return rows.length;
};

// The embedded database runs one transaction at a time.
describe.runIf(testDatabaseKind() === 'postgres')('closing a month or saving a configuration', () => {
  it('waits only for running money writers, however many more arrive', async () => {
    const order: string[] = [];
    const writes = (name: string) =>
      store.transaction(async ({ periods }) => {
        await periods.lockShared();
        order.push(name);
      });
    const others = await store.transaction(async ({ periods }) => {
      await periods.lockShared();
      const closes = store.transaction(async (tx) => {
        await tx.periods.lockExclusively();
        order.push('closes');
      });
      await expect.poll(countLockWaits).toBe(1);
      const more = ['second', 'third'].map(writes);
      await expect.poll(() => Promise.race([countLockWaits(), Promise.all(more).then(() => 'written')])).toBe(3);
      order.push('first');
      return [closes, ...more];
    });
    await Promise.all(others);
    expect(order.slice(0, 2)).toEqual(['first', 'closes']);
    expect(order.slice(2).sort()).toEqual(['second', 'third']);
  });

  it('does not block readers of the configuration', async () => {
    await store.transaction(async (tx) => {
      await tx.periods.lockExclusively();
      expect((await store.config.newest()).id).toBeGreaterThan(0);
    });
  });
});
