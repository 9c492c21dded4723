/**
 * Interrupts PostgreSQL 20 times (all connections ended, one ended, restarted fast, restarted immediately) under reads and writes, on one
 * and on two instances of the built server. Expected: no process exits, every response is 2xx or our 503, no acknowledged write is lost or
 * duplicated, and every instance is ready and writing within 3 s.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { todayIn } from '../server/domain/shared/clock.ts';
import { makeCompany, PASSWORD, VP } from './support/company.ts';
import { privatePostgres } from './support/postgres.ts';
import { type Answer, ask, isOurs503, json, type Started, startServer } from './support/server.ts';

const HEALTHY_MS = 3000;
const CALM_MS = 1200;
const READERS = 4;
const WRITERS = 2;
const REST_MS = 60;
const faults = ['end all', 'end one', 'restart fast', 'restart immediate', 'end all'] as const;
const month = todayIn('America/Phoenix', new Date()).slice(0, 7);
const range = { start_date: `${month}-01`, end_date: `${month}-28` };
const question = new URLSearchParams(range).toString();
const paths = [
  ...['/auth/me', '/auth/sessions', '/adjustments?limit=20', '/notifications?limit=10', '/public/settings', '/disputes'],
  ...[`/commissions?${question}`, `/commissions/summary?${question}`, `/events?${question}`],
];

const database = await privatePostgres();
const counts = { reads: 0, unavailable: 0, exits: 0 };
const wrong: string[] = [];
const acknowledged = new Map<string, string>();
let slowest = 0;
let written = 0;
let jobs = 0;

/** Only 2xx and our 503 are allowed. */
const judge = (label: string, answer: Answer): Answer => {
  if (isOurs503(answer)) counts.unavailable += 1;
  else if (answer.status >= 300) wrong.push(`${label}: ${answer.status} ${json<{ message?: string }>(answer).message}`);
  return answer;
};
const call = async (label: string, url: string, options: Parameters<typeof ask>[1]): Promise<Answer | null> => {
  try {
    return judge(label, await ask(url, options));
  } catch (error) {
    wrong.push(`${label}: ${(error as Error).message}`);
    await pause(100);
    return null;
  }
};

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
const { invoice, seller, vp } = await makeCompany({ databaseUrl: database.url, dataDir: '' });

/** Posts one adjustment, retried under its idempotency key on any instance until it is acknowledged. */
const write = async (urls: readonly string[], token: string): Promise<void> => {
  written += 1;
  const key = `soak-${written}`;
  const body = { adjustment_amount: '1.00', adjustment_reason: `Written as ${key}`, related_invoice_id: invoice };
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await call('write', `${pick(urls)}/api/v1/adjustments`, {
      method: 'POST',
      token,
      body,
      headers: { 'idempotency-key': key },
    });
    if (answer?.status === 201) return void acknowledged.set(key, json<{ id: string }>(answer).id);
    await pause(50);
  }
  wrong.push(`${key} was never acknowledged`);
};

/** Queues a background job, which must survive the fault too. */
const askStatement = (url: string, token: string): Promise<Answer | null> =>
  call('statement', `${url}/api/v1/commission-statements`, { method: 'POST', token, body: { ...range, user_id: seller, format: 'CSV' } });

/** Milliseconds until every instance is ready, and until each has saved something since. */
const healthyAfter = async (servers: readonly Started[], token: string, began: number): Promise<{ ready: number; healthy: number }> => {
  const readies = servers.map(async ({ url }) => {
    while ((await call('readyz', `${url}/readyz`, {}))?.status !== 200) {
      if (performance.now() - began > 30_000) throw new Error('not ready after 30 s');
      await pause(25);
    }
    const ready = performance.now() - began;
    const saved = { method: 'PATCH', token, body: { commissions: { reason: 100 } } };
    while ((await call('save', `${url}/api/v1/users/${vp}/preferences/table_column_widths`, saved))?.status !== 200) await pause(25);
    return ready;
  });
  const ready = Math.max(...(await Promise.all(readies)));
  return { ready, healthy: performance.now() - began };
};

const strike = async (fault: (typeof faults)[number]): Promise<void> => {
  if (fault === 'end all') await database.endAll();
  else if (fault === 'end one') await database.endOne();
  else await database.restart(fault === 'restart fast' ? 'fast' : 'immediate');
};

const select = async <Row extends object>(statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return (await client.query<Row>(statement).finally(() => client.end())).rows;
};

/** Another worker takes over an interrupted job when its lease ends after 30 s. */
const jobsDone = async (): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    const open = await select<{ id: string; state: string }>(
      "select id, state from jobs where kind = 'commission_statement' and state <> 'completed'",
    );
    jobs = (await select("select id from jobs where kind = 'commission_statement'")).length;
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
  let going = true;
  const each = async (work: () => Promise<unknown>): Promise<void> => {
    while (going) {
      await work();
      await pause(REST_MS);
    }
  };
  const read = async () => {
    const path = pick(paths);
    await call(path, `${pick(urls)}/api/v1${path}`, { token });
    counts.reads += 1;
  };
  const load = [
    ...Array.from({ length: READERS }, () => each(read)),
    ...Array.from({ length: WRITERS }, () => each(() => write(urls, token))),
  ];
  for (let index = 0; index < times; index += 1) {
    await pause(CALM_MS);
    const fault = faults[index % faults.length] ?? 'end all';
    // At most five may be queued at once.
    if (index % 3 === 0) await askStatement(pick(urls), token);
    await strike(fault);
    const { ready, healthy } = await healthyAfter(servers, token, performance.now());
    slowest = Math.max(slowest, healthy);
    console.warn(`${instances} instance(s), ${fault}: ready after ${Math.round(ready)} ms, saved after ${Math.round(healthy)} ms`);
  }
  going = false;
  await Promise.all(load);
  await jobsDone();
  counts.exits += servers.filter((server) => server.ended()).length;
  for (const server of servers) {
    const code = await server.stop();
    if (code !== 0) wrong.push(`a stop ended with ${code}: ${server.output().slice(-500)}`);
  }
};

const countKept = async (): Promise<{ lost: number; doubled: number }> => {
  const rows = await select<{ id: string; reason: string }>('select id, reason from adjustments');
  const ids = new Map(rows.map(({ id, reason }) => [reason.replace('Written as ', ''), String(id)]));
  const lost = [...acknowledged].filter(([key, id]) => ids.get(key) !== id).length;
  return { lost, doubled: rows.length - ids.size };
};

try {
  await round(1, 10);
  await round(2, 10);
  const { lost, doubled } = await countKept();
  for (const line of [...new Set(wrong)].slice(0, 20)) console.error(line);
  console.warn(
    `database: 20 faults, ${counts.exits} exits, ${counts.reads} reads, ${acknowledged.size} writes acknowledged, ${lost} lost, ${doubled} doubled, ` +
      `${jobs} statements written, ${wrong.length} wrong answers, ${counts.unavailable} of 503, healthy after ${Math.round(slowest)} ms at most`,
  );
  process.exitCode = counts.exits + lost + doubled + wrong.length > 0 || slowest > HEALTHY_MS ? 1 : 0;
} finally {
  await database.remove();
}
