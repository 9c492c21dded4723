/**
 * Two instances of the built server on one PostgreSQL, restarted in turn under load for two minutes. Expected: every response is 2xx or the
 * 503 of the stopping instance, every requested statement is written once, every schedule slot is one job, every email is sent once, nine
 * in ten statements are ready within 2 s, and three processes that call an outside system share its connection's rate limit.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../server/db/database.ts';
import { openDatabase } from '../server/db/open.ts';
import { startMailServer } from '../tests/server/support/mailServer.ts';
import { makeCompany, PASSWORD, VP } from './support/company.ts';
import { freePort, privatePostgres } from './support/postgres.ts';
import { ask, isOurs503, json, type Started, startServer } from './support/server.ts';

const DURATION_MS = Number(process.argv[2] ?? 120) * 1000;
const RESTART_EVERY_MS = 12_000;
const WAIT_MS = 2000;
const CALLERS = 3;
const CALLS = 40;
const LIMIT = 20;
const PERIOD_MS = 1000;
const root = fileURLToPath(new URL('..', import.meta.url));
const wrong: string[] = [];
const counts = { answered: 0, unavailable: 0, restarts: 0, statements: 0, adjustments: 0 };
const waits: number[] = [];

const postgres = await privatePostgres();
const mails = await startMailServer();
const { invoice, vp } = await makeCompany({ databaseUrl: postgres.url, dataDir: '' });
const ports = [await freePort(), await freePort()];
const begin = (port: number): Promise<Started> =>
  startServer({
    DATABASE_URL: postgres.url,
    PORT: String(port),
    DRAIN_SECONDS: '1',
    SMTP_URL: mails.url(),
    MAIL_FROM: 'Soak <soak@example.test>',
    PUBLIC_URL: 'https://soak.example.test',
  });
const instances: (Started | null)[] = [await begin(ports[0] ?? 0), await begin(ports[1] ?? 0)];
const db: Database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
const loadState = { on: true };
const ready: boolean[] = [true, true];

/** Picks a ready instance, like a load balancer. */
let turn = 0;
const pick = async (): Promise<number> => {
  for (;;) {
    turn += 1;
    const index = turn % 2;
    if (instances[index] && ready[index]) return index;
    await pause(5);
  }
};
const watchReady = async (index: number): Promise<void> => {
  while (loadState.on) {
    const one = instances[index];
    ready[index] =
      one !== null &&
      one !== undefined &&
      (await ask(`${one.url}/readyz`, { agent: false }).then(
        ({ status }) => status === 200,
        () => false,
      ));
    await pause(100);
  }
};

/** One call, retried on the other instance if the first is shutting down. */
const call = async (path: string, body?: object, key?: string) => {
  for (let tries = 0; tries < 20; tries += 1) {
    const index = await pick();
    const requestOptions = {
      token,
      agent: false as const,
      ...(body ? { method: 'POST', body, headers: (key ? { 'idempotency-key': key } : {}) as Record<string, string> } : {}),
    };
    const answer = await ask(`${instances[index]?.url}/api/v1${path}`, requestOptions).catch((error: NodeJS.ErrnoException) => error);
    if (answer instanceof Error) {
      // The listener closes shortly after /readyz fails.
      if (answer.code !== 'ECONNREFUSED' && !(body && key === undefined)) wrong.push(`${path}: ${answer.code ?? answer.message}`);
      await pause(50);
    } else if (isOurs503(answer)) {
      counts.unavailable += 1;
      await pause(50);
    } else {
      if (answer.status >= 300) wrong.push(`${path}: ${answer.status} ${answer.text.slice(0, 120)}`);
      else counts.answered += 1;
      return answer;
    }
  }
  wrong.push(`${path}: no answer in 20 tries`);
  return null;
};
const login = await ask(`${instances[0]?.url}/api/v1/auth/login`, { method: 'POST', body: { email: VP, password: PASSWORD } });
let token = json<{ access_token: string }>(login).access_token;

const reading = async (): Promise<void> => {
  while (loadState.on) {
    await call('/auth/me');
    await call('/notifications?limit=5');
    await pause(20);
  }
};
/** Each adjustment notifies its seller, who has immediate emails on. */
const adjusting = async (): Promise<void> => {
  for (let index = 0; loadState.on; index += 1) {
    const body = { adjustment_amount: '0.01', adjustment_reason: `Soak ${index}`, related_invoice_id: invoice };
    if (await call('/adjustments', body, `soak-${index}`)) counts.adjustments += 1;
    await pause(400);
  }
};
const statements: string[] = [];
const asking = async (): Promise<void> => {
  while (loadState.on) {
    const startedAt = performance.now();
    const day = new Date().toISOString().slice(0, 8);
    const statementAnswer = await call('/commission-statements', {
      user_id: vp,
      start_date: `${day}01`,
      end_date: `${day}28`,
      format: 'CSV',
    });
    if (!statementAnswer) continue;
    const { id } = json<{ id: string }>(statementAnswer);
    statements.push(id);
    counts.statements += 1;
    for (;;) {
      const answer = await call(`/commission-statements/${id}`);
      if (!answer || json<{ status: string }>(answer).status === 'completed' || !loadState.on) break;
      if (performance.now() - startedAt > 40_000) {
        wrong.push(`the statement ${id} is ${json<{ status: string }>(answer).status} after 40 s`);
        break;
      }
      await pause(100);
    }
    waits.push(performance.now() - startedAt);
    await pause(300);
  }
};
const restarting = async (): Promise<void> => {
  for (let index = 0; loadState.on; index = 1 - index) {
    await pause(RESTART_EVERY_MS);
    if (!loadState.on) return;
    const code = await instances[index]?.stop();
    if (code !== 0) wrong.push(`instance ${index} ended with ${code}`);
    instances[index] = null;
    instances[index] = await begin(ports[index] ?? 0);
    counts.restarts += 1;
    console.warn(`restart ${counts.restarts}: ${counts.answered} answered, ${counts.statements} statements, ${wrong.length} wrong`);
  }
};
/** Starts processes that share one rate limit, against a stand-in that counts their calls. */
const calling = async (): Promise<number> => {
  const times: number[] = [];
  const standIn = createServer((_request, response) => {
    times.push(performance.now());
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(standIn, 'listening');
  const values = { kind: 'mercury', name: 'Soak', external_account: 'soak' } as const;
  const { id } = await db.query.insertInto('connections').values(values).returning('id').executeTakeFirstOrThrow();
  const { port } = standIn.address() as AddressInfo;
  const args = ['tsx', 'soak/support/caller.ts', `http://127.0.0.1:${port}`, String(id), String(CALLS), String(LIMIT), String(PERIOD_MS)];
  const callers = Array.from({ length: CALLERS }, () =>
    once(
      spawn('npx', args, { cwd: root, env: { ...process.env, DATABASE_URL: postgres.url }, stdio: ['ignore', 'ignore', 'inherit'] }),
      'exit',
    ),
  );
  for (const [code] of await Promise.all(callers)) if (code !== 0) wrong.push(`a caller ended with ${code}`);
  standIn.close();
  if (times.length !== CALLERS * CALLS) wrong.push(`${times.length} calls of ${CALLERS * CALLS}`);
  const least = ((CALLERS * CALLS - LIMIT) / LIMIT) * PERIOD_MS;
  const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0);
  if (lasted < least) wrong.push(`${times.length} calls in ${Math.round(lasted)} ms, wanted ${least} at least`);
  const peak = Math.max(...times.map((from) => times.filter((timeMs) => timeMs >= from && timeMs < from + PERIOD_MS * 0.9).length));
  // On a busy machine, permitted calls reach the stand-in with uneven delays.
  if (peak > LIMIT * 1.2) wrong.push(`${peak} calls in a window of ${LIMIT}`);
  return peak;
};
const countOf = async (statement: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  Number((await statement.execute(db.query)).rows[0]?.n);

let most = 0;
try {
  const watching = [watchReady(0), watchReady(1)];
  await sql`insert into schedules (name, kind, every_seconds, next_at) values ('soak', 'sweep', 20, now())`.execute(db.query);
  const refreshing = setInterval(async () => {
    const index = await pick();
    const repeated = await ask(`${instances[index]?.url}/api/v1/auth/login`, {
      method: 'POST',
      body: { email: VP, password: PASSWORD },
    }).catch(() => null);
    if (repeated?.status === 200) token = json<{ access_token: string }>(repeated).access_token;
  }, 300_000);
  const load = [reading(), reading(), adjusting(), asking(), restarting()];
  const callers = calling();
  await pause(DURATION_MS);
  most = await callers;
  loadState.on = false;
  clearInterval(refreshing);
  await Promise.all([...load, ...watching]);
  // Waits for queued jobs, which take a few seconds.
  for (let tries = 0; tries < 60; tries += 1) {
    const remaining = await countOf(sql`select (select count(*) from jobs where state in ('queued','processing') and kind <> 'day_began')
      + (select count(*) from mail_outbox where state in ('queued','sending')) as n`);
    if (remaining === 0) break;
    await pause(500);
  }
  const actual = async (label: string, expected: number, statement: ReturnType<typeof sql<{ n: number }>>): Promise<void> => {
    const result = await countOf(statement);
    if (result !== expected) wrong.push(`${label}: ${result}, wanted ${expected}`);
  };
  await actual(
    'statements written',
    statements.length,
    sql`select count(*) as n from jobs j join job_files f on f.job_id = j.id where j.kind = 'commission_statement' and j.state = 'completed'`,
  );
  await actual('jobs that failed', 0, sql`select count(*) as n from jobs where state = 'failed'`);
  await actual(
    'slots with two jobs',
    0,
    sql`select count(*) as n from (select kind, slot from jobs where slot is not null group by 1, 2 having count(*) > 1) as twice`,
  );
  await actual('adjustments', counts.adjustments, sql`select count(*) as n from adjustments`);
  const emails = await countOf(sql`select count(*) as n from mail_outbox`);
  await actual('emails sent', emails, sql`select count(*) as n from mail_outbox where state = 'sent'`);
  const ids = mails.delivered.map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)?.[1]);
  if (ids.length !== emails || new Set(ids).size !== emails)
    wrong.push(`${ids.length} emails delivered, ${new Set(ids).size} different, of ${emails}`);
  if (emails < counts.adjustments) wrong.push(`${emails} emails about ${counts.adjustments} adjustments`);
  const longest = Math.max(...waits);
  const late = waits.filter((wait) => wait > WAIT_MS).length;
  if (late > waits.length / 10) wrong.push(`${late} of ${waits.length} statements waited over ${WAIT_MS} ms`);
  const slots = await countOf(sql`select count(*) as n from jobs where slot is not null`);
  for (const line of [...new Set(wrong)].slice(0, 20)) console.error(line);
  console.warn(
    `instances: ${counts.restarts} restarts, ${counts.answered} answered, ${counts.unavailable} of our 503, ${statements.length} statements once each ` +
      `(${late} waited over ${WAIT_MS} ms, ${Math.round(longest)} at most), ${slots} slots once, ${emails} emails once, ` +
      `${most} calls at most in a window of ${LIMIT} by ${CALLERS} processes, ${wrong.length} wrong`,
  );
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  loadState.on = false;
  for (const instance of instances) await instance?.stop().catch(() => {});
  await db.close();
  await mails.close();
  await postgres.remove();
}
