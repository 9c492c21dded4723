import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSingleConnection } from '../../../server/db/embedded/connection.ts';
import { embeddedDialect } from '../../../server/db/embedded/dialect.ts';
import { prepareCluster } from '../../../server/db/embedded/directory.ts';
import { createRoomCheck } from '../../../server/db/embedded/room.ts';
import { startThread } from '../../../server/db/embedded/thread.ts';
import { isUnreachable } from '../../../server/db/unreachable.ts';
import { freshPlace, testDatabaseKind } from '../support/testDatabase.ts';

const embedded = testDatabaseKind() === 'embedded';
const MEGABYTE = 2 ** 20;

/** The engine terminates itself if its log runs out of space, so the free space is checked first. */
describe.runIf(embedded)('bad input: a nearly full disk', () => {
  let free = 1000 * MEGABYTE;
  let query: Kysely<Record<string, never>>;
  let end: () => Promise<void>;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { place, remove } = await freshPlace();
    const cluster = await prepareCluster(place.dataDir, () => {});
    const connections = createSingleConnection(cluster, await startThread(cluster));
    query = new Kysely({
      dialect: embeddedDialect(
        connections.acquire,
        createRoomCheck(cluster, () => free),
      ),
    });
    await sql`create table kept (line int)`.execute(query);
    end = async () => {
      vi.useRealTimers();
      await connections.close();
      await remove();
    };
  });
  afterAll(() => end());

  const add = () => sql`insert into kept values (1)`.execute(query);
  const count = async () => (await sql<{ count: number }>`select count(*)::int as count from kept`.execute(query)).rows[0]?.count;

  it('refuses writes with an error that imports and callers recognize, and keeps reading', async () => {
    await add();
    free = 63 * MEGABYTE;
    vi.advanceTimersByTime(250);
    const refusal = await add().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: '53100', message: expect.stringContaining('no space left on device') });
    expect(isUnreachable(refusal)).toBe(true);
    expect(await count()).toBe(1);
  });

  it('leaves nothing half written by a transaction', async () => {
    free = 1000 * MEGABYTE;
    vi.advanceTimersByTime(250);
    const work = query.transaction().execute(async (tx) => {
      await sql`insert into kept values (2)`.execute(tx);
      free = 0;
      vi.advanceTimersByTime(250);
      await sql`update kept set line = 3`.execute(tx);
    });
    await expect(work).rejects.toMatchObject({ code: '53100' });
    expect(await count()).toBe(1);
  });

  it('accepts writes again once there is space', async () => {
    free = 65 * MEGABYTE;
    vi.advanceTimersByTime(250);
    await add();
    expect(await count()).toBe(2);
  });
});
