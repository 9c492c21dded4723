/**
 * The built server behind PgBouncer, in session and in transaction mode, and without it: 400 reads and writes by eight concurrent
 * callers. Expected: every answer is 2xx or one of our 4xx, and each write exists once. Prints how long the requests took in each mode.
 */
import pg from 'pg';
import { todayIn } from '../server/domain/shared/clock.ts';
import { makeCompany, PASSWORD, VP } from './support/company.ts';
import { startPooler } from './support/pooler.ts';
import { privatePostgres } from './support/postgres.ts';
import { ask, json, startServer } from './support/server.ts';

const REQUESTS = 400;
const CALLERS = 8;
const month = todayIn('America/Phoenix', new Date()).slice(0, 7);
const range = new URLSearchParams({ start_date: `${month}-01`, end_date: `${month}-28` }).toString();
const paths = [
  ...[
    '/auth/me',
    '/adjustments?limit=20',
    '/notifications?limit=10',
    '/public/settings',
    '/disputes',
    '/deals?limit=20',
    '/invoices?limit=20',
  ],
  ...[
    `/commissions?${range}`,
    `/commissions/summary?${range}`,
    `/events?${range}`,
    `/commissions/summary?${range}&asOf=${todayIn('America/Phoenix', new Date())}`,
  ],
];
const database = await privatePostgres();
const wrong: string[] = [];
let written = 0;
const { invoice } = await makeCompany({ databaseUrl: database.url, dataDir: '' });

const percentile = (values: readonly number[], share: number): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0);

/** Runs all requests on a server that uses this database URL. */
const runOn = async (mode: string, databaseUrl: string): Promise<void> => {
  const server = await startServer({ DATABASE_URL: databaseUrl, DRAIN_SECONDS: '0' });
  try {
    const login = await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body: { email: VP, password: PASSWORD } });
    const token = json<{ access_token: string }>(login).access_token;
    const times: number[] = [];
    const statuses = new Map<number, number>();
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < REQUESTS) {
        const index = next++;
        const isWrite = index % 8 === 0;
        const path = isWrite ? '/adjustments' : (paths[index % paths.length] ?? '');
        const body = { adjustment_amount: '1.00', adjustment_reason: `${mode} ${index}`, related_invoice_id: invoice };
        const startedAt = performance.now();
        const answer = await ask(`${server.url}/api/v1${path}`, isWrite ? { method: 'POST', token, body } : { token });
        times.push(performance.now() - startedAt);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (isWrite && answer.status === 201) written += 1;
        if (answer.status >= 300) wrong.push(`${mode}, ${path}: ${answer.status} ${answer.text.slice(0, 120)}`);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    const counted = [...statuses].map(([status, times]) => `${times} of ${status}`).join(', ');
    console.warn(`${mode}: ${counted}; median ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`);
  } finally {
    const code = await server.stop();
    if (code !== 0) wrong.push(`${mode}: the server ended with ${code}: ${server.output().slice(-300)}`);
  }
};

/** Checks that the server refuses a role in another time zone: PgBouncer loses session settings in this mode, which would shift days. */
const refuses = async (): Promise<void> => {
  const pooler = await startPooler(database.url, 'transaction');
  const output = await startServer({ DATABASE_URL: pooler.url }).then(
    async (server) => `started (${await server.stop()})`,
    (error: Error) => error.message,
  );
  await pooler.remove();
  if (!output.includes("Run ALTER ROLE CURRENT_USER SET TimeZone TO 'UTC'; there")) wrong.push(`wrong time zone: ${output}`);
};

try {
  await runOn('direct', database.url);
  for (const mode of ['session', 'transaction'] as const) {
    const pooler = await startPooler(database.url, mode);
    await runOn(`${mode} mode`, pooler.url).finally(pooler.remove);
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from adjustments');
  await client.query("alter role current_user set timezone to 'America/New_York'").finally(() => client.end());
  await refuses();
  for (const line of [...new Set(wrong)].slice(0, 20)) console.error(line);
  console.warn(
    `pooler: 3 modes, ${REQUESTS} requests each, ${written} writes acknowledged, ${rows[0]?.count} exist, ${wrong.length} wrong`,
  );
  process.exitCode = wrong.length > 0 || rows[0]?.count !== written ? 1 : 0;
} finally {
  await database.remove();
}
