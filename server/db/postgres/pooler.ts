import pg from 'pg';
import { StartRefused } from '../startRefused.ts';

const ROUNDS = 5;
const UTC_NAME = /^(Etc\/)?(UTC|UCT|GMT|Greenwich|Universal|Zulu)$/i;

/** The first statement of every connection. `jit` is off because compiling our short statements takes longer than running them. */
export const sessionSettings = (statementTimeoutMs: number): string =>
  `set timezone to 'UTC'; set datestyle to 'ISO'; set jit to off; set statement_timeout to ${statementTimeoutMs}`;

const backendIdOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

/**
 * True if two open connections share a PostgreSQL backend, or one of them switches backends: then a connection's settings and prepared
 * statements are lost between statements.
 */
const shareBackends = async (first: pg.Client, second: pg.Client): Promise<boolean> => {
  const firstBackends = new Set<number>();
  const secondBackends = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    firstBackends.add(await backendIdOf(first));
    secondBackends.add(await backendIdOf(second));
  }
  return firstBackends.size > 1 || secondBackends.size > 1 || [...firstBackends].some((pid) => secondBackends.has(pid));
};

/** A pooler hands out backends that never ran our settings, so the settings that change results must be defaults of the role. */
const checkDefaults = async (client: pg.Client, connectionTarget: string): Promise<void> => {
  const { rows } = await client.query<{ name: string; reset_val: string }>(
    "select name, reset_val from pg_settings where name in ('TimeZone', 'DateStyle') order by name desc",
  );
  const wrongDefaults = rows.filter(
    ({ name, reset_val }) => !(name === 'TimeZone' ? UTC_NAME.test(reset_val) : reset_val.startsWith('ISO')),
  );
  if (wrongDefaults.length === 0) return;
  const commands = wrongDefaults.map(({ name }) => `ALTER ROLE CURRENT_USER SET ${name} TO '${name === 'TimeZone' ? 'UTC' : 'ISO'}';`);
  throw new StartRefused(
    `The database at ${connectionTarget} is behind a transaction pooler, which keeps no settings of a connection. ` +
      `Run ${commands.join(' ')} there, and reconnect the pooler.`,
  );
};

/**
 * True if the URL leads to a pooler in transaction mode, such as PgBouncer's or Supabase's. @throws StartRefused if its defaults are
 * wrong
 */
export const isTransactionPooler = async (databaseUrl: string, connectionTarget: string): Promise<boolean> => {
  const open = () => new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  const clients = [open(), open()] as const;
  try {
    for (const client of clients) await client.connect();
    const isPooler = await shareBackends(...clients);
    if (isPooler) await checkDefaults(clients[0], connectionTarget);
    return isPooler;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
};
