/**
 * Mercury against its stand-in: each fault that it can produce, one after the other, then the built server is killed (SIGKILL) in the middle of
 * syncs and started again. Wanted: the right state after each fault, everything taken in once after the next sync, nothing lost or doubled, and
 * a repeat with no news within 3 s. `npm run soak -- mercury [KILLS]`
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Integration, SyncRunPage } from '../contract/entities/connection.ts';
import type { Database } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { createPasswords } from '../server/domain/session/passwords.ts';
import { type Fault, startMercury, TOKEN } from '../tests/stand-ins/mercury/mercury.ts';
import { PASSWORD } from './support/company.ts';
import { privatePostgres } from './support/postgres.ts';
import { type Asked, ask, json, type Started, startServer } from './support/server.ts';

const KILLS = Number(process.argv[2] ?? 50);
const TRANSACTIONS = 12_000;
const LONGEST_MS = 12 * 60_000;
const REPEAT_MS = 3000;
const ADMIN = 'ada@example.test';
const FRESH = `secret-token:mercury_production_rw_${'0f1e2d3c'.repeat(8)}`;

const postgres = await privatePostgres();
const db: Database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
const bank = await startMercury();
const account = bank.addAccount();
const wrong: string[] = [];
let server: Started;
let token = '';

const began = Date.now();
const call = async (path: string, asked: Asked = {}) => {
  for (;;) {
    const answer = await ask(`${server.url}/api/v1${path}`, { ...asked, token });
    if (answer.status !== 401) return answer;
    const login = await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body: { email: ADMIN, password: PASSWORD } });
    token = json<{ access_token: string }>(login).access_token;
  }
};
const start = async (): Promise<void> => {
  server = await startServer({ DATABASE_URL: postgres.url, MERCURY_API_URL: bank.apiUrl });
};
const connection = async (): Promise<Integration> =>
  json<{ data: Integration[] }>(await call('/integrations/mercury')).data[0] as Integration;
const lastRun = async (id: string) => json<SyncRunPage>(await call(`/integrations/mercury/${id}/runs`)).data[0];
const untilOver = async (id: string): Promise<string> => {
  for (;;) {
    const run = await lastRun(id);
    if (run && run.status !== 'queued' && run.status !== 'processing') return run.status;
    if (Date.now() - began > LONGEST_MS) return 'too late';
    await pause(100);
  }
};
const sync = async (id: string): Promise<string> => {
  await call(`/integrations/mercury/${id}/sync`, { method: 'POST' });
  return untilOver(id);
};
const kept = async () => {
  const { rows } = await sql<{ kept: number; different: number; cents: number }>`
    select count(*)::int as kept, count(distinct external_id)::int as different, coalesce(sum(amount_cents), 0)::int8 as cents from bank_transactions`.execute(
    db.query,
  );
  return rows[0] ?? { kept: 0, different: 0, cents: 0 };
};
/** Every transaction is here once, with its amount. */
const check = async (after: string): Promise<void> => {
  const { kept: count, different, cents } = await kept();
  const wanted = bank.transactions.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  if (count !== bank.transactions.length || different !== count || cents !== wanted)
    wrong.push(`${after}: ${count} rows, ${different} different, ${cents} cents; wanted ${bank.transactions.length} and ${wanted}`);
};
const expect = (what: string, is: unknown, wanted: unknown): void => {
  if (is !== wanted) wrong.push(`${what}: ${String(is)}, wanted ${String(wanted)}`);
};

await migrate(db);
const password_hash = await createPasswords().hash(PASSWORD);
await db.query.insertInto('users').values({ first_name: 'Ada', last_name: 'Admin', email: ADMIN, role: 'admin', password_hash }).execute();
await start();
const added = await call('/integrations/mercury', { method: 'POST', body: { name: 'Bank', token_string: TOKEN } });
const { id } = json<Integration>(added);
await untilOver(id);

/** What each fault leaves: the state of the run that met it, and of the connection after it. */
type Case = Readonly<{ name: string; run: string; state: string; fault?: Fault; before?: () => void; heal?: () => Promise<void> }>;
const reconnect = async (): Promise<void> => {
  bank.allow(FRESH);
  await call(`/integrations/mercury/${id}/reconnect`, { method: 'POST', body: { token_string: FRESH } });
  await untilOver(id);
};
const status = (code: number, more: Partial<Fault> = {}): Fault => ({ path: '/transactions', kind: 'status', status: code, ...more });
const cases: readonly Case[] = [
  { name: 'token revoked', run: 'failed', state: 'expired', before: bank.revoke, heal: reconnect },
  { name: '401 in the middle', run: 'failed', state: 'expired', fault: status(401), heal: reconnect },
  { name: '403', run: 'failed', state: 'active', fault: status(403) },
  { name: '429', run: 'completed', state: 'active', fault: status(429, { headers: { 'retry-after': '1' } }) },
  { name: '500', run: 'completed', state: 'active', fault: status(500) },
  { name: 'time-out', run: 'completed', state: 'active', fault: { path: '/transactions', kind: 'timeout' } },
  { name: 'cut answer', run: 'completed', state: 'active', fault: { path: '/transactions', kind: 'cut' } },
  { name: 'half page', run: 'failed', state: 'active', fault: { path: '/transactions', kind: 'half' } },
  { name: 'wrong shape', run: 'failed', state: 'active', fault: { path: '/transactions', kind: 'shape' } },
  { name: 'HTML instead of JSON', run: 'completed', state: 'active', fault: { path: '/transactions', kind: 'html' } },
];
for (const { name, run, state, fault, before, heal } of cases) {
  for (let at = 0; at < 5; at += 1) bank.add({ accountId: account.id, amount: 10 + at, counterpartyName: name });
  before?.();
  if (fault) bank.fail(fault);
  expect(`${name}: the run`, await sync(id), run);
  const answered = performance.now();
  await call('/bank/transactions');
  if (performance.now() - answered > 1000) wrong.push(`${name}: others waited`);
  expect(`${name}: the connection`, (await connection()).status, state);
  bank.heal();
  await heal?.();
  expect(`${name}: the next run`, await sync(id), 'completed');
  await check(name);
  console.log(`${name}: ${run}, then completed`);
}
// A deleted one stays as cancelled; a change that comes twice is one.
const gone = bank.add({ accountId: account.id, amount: 3, status: 'pending', counterpartyName: 'Gone' });
await sync(id);
bank.remove(gone.id);
await sync(id);
const cancelled = await db.query
  .selectFrom('bank_transactions')
  .select('state')
  .where('external_id', '=', gone.id)
  .where('bank_status', '=', 'cancelled')
  .execute();
expect('deleted entity', cancelled[0]?.state, 'ignored');
await db.query.deleteFrom('bank_transactions').where('external_id', '=', gone.id).execute();
bank.events.push(...bank.events.slice(-3).map((event, at) => ({ ...event, id: `${event.id}-again-${at}` })));
await sync(id);
await db.query.deleteFrom('bank_transactions').where('external_id', '=', gone.id).execute();
await check('duplicate delivery');

const now = Date.now();
for (let at = 0; at < TRANSACTIONS; at += 1)
  bank.add({ accountId: account.id, amount: 1 + (at % 977), createdAt: new Date(now - (TRANSACTIONS - at) * 60_000).toISOString() });
await call(`/integrations/mercury/${id}/sync`, { method: 'POST' });
let kills = 0;
while (kills < KILLS && Date.now() - began < LONGEST_MS) {
  await pause(150 + ((kills * 137) % 900));
  process.kill(server!.pid, 'SIGKILL');
  await server!.exit;
  kills += 1;
  // A change in the middle, so that there is always something to read.
  bank.add({ accountId: account.id, amount: 5, counterpartyName: `kill ${kills}` });
  await start();
  await call(`/integrations/mercury/${id}/sync`, { method: 'POST' });
}
await untilOver(id);
expect('after the kills', await sync(id), 'completed');
await check('after the kills');
const again = performance.now();
expect('a repeat', await sync(id), 'completed');
const repeat = Math.round(performance.now() - again);
if (repeat > REPEAT_MS) wrong.push(`a repeat with no news took ${repeat} ms`);

await server!.stop();
await db.close();
await bank.close();
await postgres.remove();
for (const one of wrong) console.error(one);
console.log(
  `mercury: ${cases.length + 2} faults, ${kills} kills, ${bank.transactions.length} transactions, repeat ${repeat} ms, ${wrong.length} wrong, ${Math.round((Date.now() - began) / 1000)} s`,
);
process.exit(wrong.length === 0 ? 0 : 1);
