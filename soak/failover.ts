/**
 * Two instances of the built server behind HAProxy on a PostgreSQL with a synchronous standby. The primary is killed with -9 under load,
 * and the standby promoted two seconds later, as a failover manager does. Expected: no acknowledged write is lost or duplicated, no
 * process exits, every answer is 2xx or our 503, and both instances read and write again within 15 s without a restart.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { makeCompany, PASSWORD, VP } from './support/company.ts';
import { createLoad, selectFrom } from './support/load.ts';
import { replicatedPostgres } from './support/replicated.ts';
import { ask, json, startServer } from './support/server.ts';

const HEALTHY_MS = 15_000;
const LOAD_MS = 8000;
const NOTICED_MS = 2000;

const database = await replicatedPostgres();
try {
  const load = createLoad(await makeCompany({ databaseUrl: database.primaryUrl, dataDir: '' }));
  const [{ state } = { state: 'none' }] = await selectFrom<{ state: string }>(
    database.primaryUrl,
    'select sync_state as state from pg_stat_replication',
  );
  if (state !== 'sync') throw new Error(`the standby is not synchronous: ${state}`);
  const env = { DATABASE_URL: database.url, DRAIN_SECONDS: '0' };
  const servers = [await startServer(env), await startServer(env)];
  const urls = servers.map(({ url }) => url);
  const login = await ask(`${urls[0]}/api/v1/auth/login`, { method: 'POST', body: { email: VP, password: PASSWORD } });
  const { access_token: token } = json<{ access_token: string }>(login);

  const end = load.begin(urls, token);
  await pause(LOAD_MS);
  const before = load.acknowledged.size;
  const startedAt = performance.now();
  database.killPrimary();
  await pause(NOTICED_MS);
  await database.promoteStandby();
  const { healthy } = await load.healthyAfter(servers, token, startedAt);
  await pause(LOAD_MS);
  await end();

  const exits = servers.filter((server) => server.ended()).length;
  const codes = await Promise.all(servers.map((server) => server.stop()));
  const { lost, doubled } = await load.missingIn(database.standbyUrl);
  for (const line of [...new Set(load.wrong)].slice(0, 20)) console.error(line);
  console.warn(
    `failover: ${before} writes acknowledged before and ${load.acknowledged.size - before} after, ${lost} lost, ${doubled} doubled, ${exits} exits, ` +
      `${load.counts.reads} reads, ${load.wrong.length} wrong answers, ${load.counts.unavailable} of 503, writing again after ${Math.round(healthy)} ms`,
  );
  const failed = exits + lost + doubled + load.wrong.length + codes.filter((code) => code !== 0).length;
  process.exitCode = failed > 0 || healthy > HEALTHY_MS || load.acknowledged.size === before ? 1 : 0;
} finally {
  await database.remove();
}
