import { setFlagsFromString } from 'node:v8';
import { Kysely } from 'kysely';
import { type Database, logStatements, type OnStatement, timeStatement } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { createSingleConnection } from './connection.ts';
import { embeddedDialect, STATEMENT_TIMEOUT_MS } from './dialect.ts';
import { prepareCluster, prepareDataDirectory } from './directory.ts';
import { claimDirectory } from './owner.ts';
import { createRoomCheck } from './room.ts';
import { startThread } from './thread.ts';

const PING_TIMEOUT_MS = 2000;
const SCRIPT_TIMEOUT_MS = 30 * 60_000;

/** Opens the embedded database in `dataDir`, created if missing. @throws StartRefused if it is open elsewhere or of another version */
export const openEmbedded = async (dataDir: string, log: (text: string) => void, onStatement?: OnStatement): Promise<Database> => {
  // The embedded database usually runs on a small machine, and half of the process's memory was uncollected garbage.
  setFlagsFromString('--optimize-for-size');
  const directory = prepareDataDirectory(dataDir);
  const claim = await claimDirectory(directory);
  try {
    const cluster = await prepareCluster(directory, log);
    const connection = createSingleConnection(cluster, await startThread(cluster));
    claim.allowPauses(async () => {
      const lease = await connection.acquire();
      try {
        await lease.thread.ask({ kind: 'query', sql: 'checkpoint', params: [] }, STATEMENT_TIMEOUT_MS);
        return lease.release;
      } catch (error) {
        lease.release();
        throw error;
      }
    });
    const assertRoom = createRoomCheck(cluster);
    const query = new Kysely<Schema>({ dialect: embeddedDialect(connection.acquire, assertRoom), ...logStatements(onStatement) });
    // Yields before taking the connection, never while holding it: the requests it would wait for need that connection.
    const yieldingQuery = (yieldToRequests: () => Promise<void>) =>
      new Kysely<Schema>({
        dialect: embeddedDialect(() => yieldToRequests().then(connection.acquire), assertRoom),
        ...logStatements(onStatement),
      });

    const queryOnce = async (sql: string, params: readonly unknown[], limitMs: number): Promise<unknown[]> => {
      const lease = await connection.acquire();
      try {
        return (await lease.thread.ask({ kind: 'query', sql, params }, limitMs)).rows;
      } finally {
        lease.release();
      }
    };
    return {
      kind: 'embedded',
      past: false,
      query,
      yieldingQuery,
      named: async <Row>(_name: string | null, sql: string, params: readonly unknown[]) =>
        (await timeStatement(onStatement, sql, () => queryOnce(sql, params, STATEMENT_TIMEOUT_MS))) as Row[],
      script: async (sql) => void (await queryOnce(sql, [], SCRIPT_TIMEOUT_MS)),
      ping: async () => void (await connection.current().probe({ kind: 'ping' }, PING_TIMEOUT_MS)),
      connections: () => [],
      close: async () => {
        await query.destroy();
        await connection.close();
        await claim.release();
      },
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
};
