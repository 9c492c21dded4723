import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startThread } from '../../../server/db/embedded/thread.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { freshPlace, testDatabaseKind } from '../support/testDatabase.ts';
import { spawnChild } from './support/spawnChild.ts';

const ROUNDS = 3;

describe.runIf(testDatabaseKind() === 'embedded')('acknowledged writes survive', () => {
  test('by syncing every commit to disk', async () => {
    const { place, remove } = await freshPlace();
    const thread = await startThread(join(place.dataDir, 'database'));
    const run = (text: string) => thread.ask({ kind: 'query', sql: text, params: [] }, 10_000);
    const fsyncs = async (): Promise<number> => ((await thread.probe({ kind: 'ping' }, 20_000)).rows[0] as { fsyncs: number }).fsyncs;
    expect((await run('show fsync')).rows).toEqual([{ fsync: 'on' }]);
    expect((await run('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
    await run('create table kept (id int)');
    const before = await fsyncs();
    for (let id = 0; id < 50; id += 1) await run(`insert into kept values (${id})`);
    expect((await fsyncs()) - before).toBeGreaterThanOrEqual(50);
    await thread.ask({ kind: 'close' }, 10_000);
    await thread.stop(new Error('done'));
    await remove();
  });

  test('a kill -9 under load, without half transactions', { timeout: 240_000 }, async () => {
    const { place, remove } = await freshPlace();
    let db = await openDatabase(place);
    await db.script('create table acknowledged (id int primary key); create table twin (id int primary key)');
    await db.close();
    let next = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const writer = spawnChild(place.dataDir, 'write', next);
      await writer.line(20);
      await pause(Math.random() * 300);
      await writer.kill();
      const last = Number(writer.lines.at(-1));
      db = await openDatabase(place);
      const { rows } = await sql<{ heap: number; twins: number; kept: number }>`
        select count(*) as heap, (select count(*) from twin) as twins, count(*) filter (where id <= ${last}) as kept from acknowledged`.execute(
        db.query,
      );
      const { rows: indexed } = await sql<{ id: number }>`select max(id) as id from acknowledged where id >= 0`.execute(db.query);
      expect(rows[0]).toMatchObject({ kept: last + 1, twins: rows[0]?.heap });
      next = (indexed[0]?.id ?? -1) + 1;
      expect(rows[0]?.heap).toBe(next);
      await db.close();
    }
    expect(next).toBeGreaterThan(ROUNDS * 20);
    await remove();
  });
});
