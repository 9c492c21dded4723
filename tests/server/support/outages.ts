import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** Runs one statement on a database's server, from outside the database. */
const administer = async (databaseUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: Object.assign(new URL(databaseUrl), { pathname: '/postgres' }).href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};
const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** Ends every connection to the database, as a restart of PostgreSQL does. */
export const endConnections = (databaseUrl: string): Promise<void> =>
  administer(databaseUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(databaseUrl)}'`);
/** Makes the database refuse new connections: SQLSTATE 55000. */
export const setConnectionsRefused = (databaseUrl: string, refused: boolean): Promise<void> =>
  administer(databaseUrl, `alter database "${nameOf(databaseUrl)}" allow_connections ${!refused}`);

/** Locks a table so that writers wait. */
export const lockTable = async (databaseUrl: string, table: string) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  // This connection ends together with all others.
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in exclusive mode`);
  /** Resolves once `waiting` queries are blocked on the lock. A query that arrives after the connections ended would succeed. */
  const waited = async (waiting: number): Promise<void> => {
    for (;;) {
      // Within a transaction PostgreSQL otherwise repeats the connections of the first query.
      await client.query('select pg_stat_clear_snapshot()');
      const { rows } = await client.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
      if (rows.length >= waiting) return;
    }
  };
  return { waited };
};

/** A proxy to the database that can lose the response to the next COMMIT: PostgreSQL has committed, but the client isn't told. */
export const createLossyProxy = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const directory = target.searchParams.get('host');
  const port = Number(target.searchParams.get('port') ?? (target.port || 5432));
  const sockets = new Set<Socket>();
  let losing = false;
  const server = createServer((client) => {
    const upstream = directory ? connect(`${directory}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
    let lost = false;
    client.on('data', (bytes) => {
      lost ||= losing && bytes.includes('commit\0');
      if (lost) losing = false;
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => (lost ? client.destroy() : client.write(bytes)));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const proxyPort = typeof address === 'object' && address ? address.port : 0;
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(proxyPort), search: '' }).href,
    loseNextCommit: () => {
      losing = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
