/**
 * Interrupts PostgreSQL 20 times (all connections ended, one ended, restarted fast, restarted immediately) under reads and writes, on one
 * and on two instances of the built server. Expected: no process exits, every response is 2xx or our 503, no acknowledged write is lost or
 * duplicated, and every instance is ready and writing within 3 s.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { makeCompany, PASSWORD, VP } from './support/company.ts';
import { createLoad, monthRange, selectFrom } from './support/load.ts';
import { privatePostgres } from './support/postgres.ts';
import { type Answer, ask, json, startServer } from './support/server.ts';

const HEALTHY_MS = 3000;
const QUIET_MS = 1200;
const faults = ['end all', 'end one', 'restart fast', 'restart immediate', 'end all'] as const;

const database = await privatePostgres();
const { invoice, seller, vp } = await makeCompany({ databaseUrl: database.url, dataDir: '' });
const load = createLoad({ invoice, vp });
const { counts, wrong } = load;
let exits = 0;
let slowest = 0;
let jobs = 0;

/** Requests a statement, whose job must survive the fault too. @returns the response, or null without one */
const askStatement = (url: string, token: string): Promise<Answer | null> =>
  load.call('statement', `${url}/api/v1/commission-statements`, {
    method: 'POST',
    token,
    body: { ...monthRange, user_id: seller, format: 'CSV' },
  });

const injectFault = async (fault: (typeof faults)[number]): Promise<void> => {
  if (fault === 'end all') await database.endAll();
  else if (fault === 'end one') await database.endOne();
  else await database.restart(fault === 'restart fast' ? 'fast' : 'immediate');
};

/** Another worker takes over an interrupted job when its lease ends after 30 s. */
const jobsDone = async (): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    const open = await selectFrom<{ id: string; state: string }>(
      database.url,
      "select id, state from jobs where kind = 'commission_statement' and state <> 'completed'",
    );
    jobs = (await selectFrom(database.url, "select id from jobs where kind = 'commission_statement'")).length;
    if (open.length === 0) return;
    if (tries === 60) return void wrong.push(`jobs not done: ${JSON.stringify(open)}`);
    await pause(1000);
  }
};

const round = async (instances: number, times: number): Promise<void> => {
  const env = { DATABASE_URL: database.url, DRAIN_SECONDS: '0' };
  const servers = [];
  for (let index = 0; index < instances; index += 1) servers.push(await startServer(env));
  const urls = servers.map(({ url }) => url);
  const login = await ask(`${urls[0]}/api/v1/auth/login`, { method: 'POST', body: { email: VP, password: PASSWORD } });
  const token = json<{ access_token: string }>(login).access_token;
  const end = load.begin(urls, token);
  for (let index = 0; index < times; index += 1) {
    await pause(QUIET_MS);
    const fault = faults[index % faults.length] ?? 'end all';
    // At most five may be queued at once.
    if (index % 3 === 0) await askStatement(urls[index % urls.length] ?? '', token);
    await injectFault(fault);
    const { ready, healthy } = await load.healthyAfter(servers, token, performance.now());
    slowest = Math.max(slowest, healthy);
    console.warn(`${instances} instance(s), ${fault}: ready after ${Math.round(ready)} ms, saved after ${Math.round(healthy)} ms`);
  }
  await end();
  await jobsDone();
  exits += servers.filter((server) => server.ended()).length;
  for (const server of servers) {
    const code = await server.stop();
    if (code !== 0) wrong.push(`a stop ended with ${code}: ${server.output().slice(-500)}`);
  }
};

try {
  await round(1, 10);
  await round(2, 10);
  const { lost, doubled } = await load.missingIn(database.url);
  for (const line of [...new Set(wrong)].slice(0, 20)) console.error(line);
  console.warn(
    `database: 20 faults, ${exits} exits, ${counts.reads} reads, ${load.acknowledged.size} writes acknowledged, ${lost} lost, ${doubled} doubled, ` +
      `${jobs} statements written, ${wrong.length} wrong answers, ${counts.unavailable} of 503, healthy after ${Math.round(slowest)} ms at most`,
  );
  process.exitCode = exits + lost + doubled + wrong.length > 0 || slowest > HEALTHY_MS ? 1 : 0;
} finally {
  await database.remove();
}
