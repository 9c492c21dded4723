import pg from 'pg';
import type { PoolConnections } from '../database.ts';
import { describeFailure } from './failure.ts';
import { types } from './types.ts';

/** `web`: requests; `lists`: the hot statements of lists; `jobs`: background work. */
type PoolName = 'web' | 'lists' | 'jobs';

const MAX_CONNECTIONS: Readonly<Record<PoolName, number>> = { web: 10, lists: 5, jobs: 10 };

/**
 * The connection pools of one database. Each has its own `application_name`, by which pg_stat_activity tells them apart; poolers pass it
 * on in both modes, because it is a parameter of the connection. A name in the URL takes precedence.
 * @param settings the first statement of each connection
 */
export const createPools = (databaseUrl: string, settings: string, log: (text: string) => void) => {
  const pools = new Map<PoolName, pg.Pool>();
  return {
    open: (name: PoolName, moreSettings = ''): pg.Pool => {
      const pool = new pg.Pool({
        connectionString: databaseUrl,
        application_name: `quotaboard ${name}`,
        max: MAX_CONNECTIONS[name],
        connectionTimeoutMillis: 5000,
        // A statement rather than start options, which poolers refuse; the pool waits for it before a connection's first query.
        onConnect: async (client) => void (await client.query(settings + moreSettings)),
        types,
      });
      // Without listeners, a broken connection would end the process: the pool reports idle connections, the client those in use,
      // whose statement then fails.
      pool.on('error', (error) => log(`A database connection was lost: ${describeFailure(error)}`));
      pool.on('connect', (client) => client.on('error', () => {}));
      pools.set(name, pool);
      return pool;
    },
    connections: (): PoolConnections[] =>
      [...pools].map(([name, { totalCount, idleCount, waitingCount }]) => ({
        name,
        inUse: totalCount - idleCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
  };
};
