import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSingleConnection, type SingleConnection } from '../../../server/db/embedded/connection.ts';
import { startThread } from '../../../server/db/embedded/thread.ts';
import { freshPlace, testDatabaseKind } from '../support/testDatabase.ts';

const endlessQuery = 'select count(*) from generate_series(1, 100000000000)';

describe.runIf(testDatabaseKind() === 'embedded')('database thread', { timeout: 120_000 }, () => {
  let connections: SingleConnection;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const created = await freshPlace();
    remove = created.remove;
    const cluster = join(created.place.dataDir, 'database');
    connections = createSingleConnection(cluster, await startThread(cluster));
  });
  afterAll(async () => {
    await connections.close();
    await remove();
  });

  const runQuery = async (sql: string, limitMs: number): Promise<unknown[]> => {
    const lease = await connections.acquire();
    try {
      return (await lease.thread.ask({ kind: 'query', sql, params: [] }, limitMs)).rows;
    } finally {
      lease.release();
    }
  };

  test('times out a probe of a busy thread without stopping it', async () => {
    const lease = await connections.acquire();
    const slow = lease.thread.ask({ kind: 'query', sql: 'select count(*) as n from generate_series(1, 5000000)', params: [] }, 20_000);
    // The thread is busy before it is probed.
    await pause(50);
    await expect(connections.current().probe({ kind: 'ping' }, 100)).rejects.toThrow('The embedded database did not answer within 0.1 s');
    expect((await slow).rows).toEqual([{ n: 5_000_000 }]);
    lease.release();
    await expect(connections.current().probe({ kind: 'ping' }, 20_000)).resolves.toBeDefined();
  });

  test('stops an endless statement with its thread, and the next caller gets a new one with all committed data', async () => {
    await runQuery('create table kept (id int); insert into kept values (1)', 10_000);
    const stuckQuery = expect(runQuery(endlessQuery, 300)).rejects.toThrow(
      'The embedded database did not answer within 0.3 s and was stopped',
    );
    const behind = runQuery('select id from kept', 10_000);
    await stuckQuery;
    expect(await behind).toEqual([{ id: 1 }]);
  });

  test('reports its death to the pending call', async () => {
    const lease = await connections.acquire();
    const call = expect(lease.thread.ask({ kind: 'query', sql: endlessQuery, params: [] }, 60_000)).rejects.toThrow(
      'stopped: out of memory',
    );
    await lease.thread.stop(new Error('The embedded database stopped: out of memory'));
    await call;
    await expect(lease.thread.ask({ kind: 'ping' }, 1000)).rejects.toThrow('out of memory');
    lease.release();
    expect(await runQuery('select id from kept', 10_000)).toEqual([{ id: 1 }]);
  });
});
