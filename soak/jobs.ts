/**
 * Kills the built server 50 times (SIGKILL) during imports of twelve files and the computations that follow, and restarts it on the same
 * PostgreSQL. Each kill waits until the current file's import has advanced past the previous kill, so that every file is hit; if time runs
 * out first, fewer kills are made. Expected at the end: every row and every receipt exists once, nothing is marked, no job has failed, and
 * a full recomputation would change no record. `npm run soak -- jobs [KILLS] [SEED]`
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ImportDetail, ImportList } from '../contract/entities/import.ts';
import { limits } from '../contract/limits.ts';
import type { ImportKind } from '../contract/rules/imports/fields.ts';
import { creditMethod } from '../contract/rules/invoices.ts';
import type { Database } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { auditRepository } from '../server/db/repositories/audit/audit.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { createPasswords } from '../server/domain/session/passwords.ts';
import { previewConfig } from '../server/domain/settings/configPreview.ts';
import { PASSWORD } from './support/company.ts';
import { privatePostgres } from './support/postgres.ts';
import { type Answer, ask, json, type Started, startServer } from './support/server.ts';
import { wrongSums } from './support/sums.ts';

const KILLS = Number(process.argv[2] ?? 50);
const SEED = Number(process.argv[3] ?? Date.now() % 1_000_000);
const FILES = 6;
const INVOICES = 1500;
const PEOPLE = 8;
const MONTHS = 10;
/** No kills after this, so that the files and the checks finish within ten minutes. */
const KILLING_MS = 6 * 60_000;
const MAX_DURATION_MS = 9 * 60_000;
const LOOK_MS = 15;
const MAX_DELAY_MS = 60;
const FINANCE = 'fay@example.test';
const CONFIG = '{"books_begin_on":"2026-01-01"}';

let state = SEED >>> 0;
/** A random integer below `max`, repeatable by seed. */
const random = (max: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * max);
};

type File = Readonly<{ name: string; kind: ImportKind; content: Buffer; rows: number }>;
const dollars = (cents: number): string => (cents / 100).toFixed(2);
const expected = { invoices: 0, memos: 0, net: 0, receipts: 0, received: 0 };

const invoiceFile = (fileIndex: number): File => {
  const lines = ['Invoice,Customer,Invoice Date,Total,Salesperson,Original Invoice'];
  const amounts: number[] = [];
  let customer = 0;
  for (let row = 0; row < INVOICES; row += 1) {
    const day = `2026-${String(1 + random(MONTHS)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`;
    // Every sixteenth row is a credit memo for the row after it, which isn't imported yet.
    const isMemo = row % 16 === 5;
    const original = isMemo ? `K${fileIndex}-${row + 1}` : '';
    const amount = isMemo ? -100_00 : 500_00 + random(900_000);
    const seller = isMemo || row % 16 === 6 ? 1 + (row % PEOPLE) - (row % 16 === 6 ? 1 : 0) : 1 + random(PEOPLE);
    amounts.push(amount);
    // A memo for a different customer than its original's would be held.
    if (row % 16 !== 6) customer = random(200);
    lines.push(`K${fileIndex}-${row},Customer ${customer},${day},${dollars(amount)},s${Math.max(1, seller)}@example.test,${original}`);
  }
  expected.invoices += INVOICES;
  expected.memos += amounts.filter((cents) => cents < 0).length;
  expected.net += amounts.reduce((sum, cents) => sum + cents, 0);
  return { name: `invoices-${fileIndex}.csv`, kind: 'invoices', content: Buffer.from(`${lines.join('\r\n')}\r\n`), rows: INVOICES };
};
/** Pays one dollar on every other invoice of a file, each with its own reference. */
const receiptFile = (fileIndex: number): File => {
  const lines = ['Invoice,Date,Amount,Reference'];
  for (let row = 0; row < INVOICES; row += 1)
    if (row % 2 === 0 && row % 16 !== 5) lines.push(`K${fileIndex}-${row},2026-11-02,1.00,R${fileIndex}-${row}`);
  expected.receipts += lines.length - 1;
  expected.received += (lines.length - 1) * 100;
  return { name: `receipts-${fileIndex}.csv`, kind: 'receipts', content: Buffer.from(`${lines.join('\n')}\n`), rows: lines.length - 1 };
};
const files = Array.from({ length: FILES }, (_, index) => [invoiceFile(index), receiptFile(index)]).flat();

const postgres = await privatePostgres();
const db: Database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
const wrong: string[] = [];
const counts = { kills: 0, resumed: 0, lost: 0 };
const from = performance.now();
const elapsed = (): number => performance.now() - from;
/** The index of the current file. */
const current = { index: 0 };
const hits = files.map(() => 0);

const makePeople = async (): Promise<void> => {
  await migrate(db);
  const password_hash = await createPasswords().hash(PASSWORD);
  const person = { first_name: 'Soak', password_hash };
  await db.query
    .insertInto('users')
    .values({ ...person, email: FINANCE, last_name: 'Finance', role: 'finance' })
    .execute();
  await db.query
    .insertInto('users')
    .values({ ...person, email: 'ada@example.test', last_name: 'Admin', role: 'admin' })
    .execute();
  for (let index = 1; index <= PEOPLE; index += 1)
    await db.query
      .insertInto('users')
      .values({ ...person, email: `s${index}@example.test`, last_name: `Seller ${index}`, role: 'salesperson' })
      .execute();
  await sql`update users set joined_on = '2025-12-01'`.execute(db.query);
  await db.query.insertInto('config_versions').values({ config: CONFIG }).execute();
  await db.query.updateTable('general_settings').set({ commissions_config: CONFIG }).execute();
};

const running: { server: Started | null } = { server: null };
const killState = { done: false };

/** The current import's position: the stage and the batches written, from its checkpoint; null if no server is working on one. */
const placeOfImport = async (): Promise<string | null> => {
  const { rows } = await sql<{ place: string }>`
    select id || coalesce(checkpoint::text, '') as place from jobs where kind = 'import' and state = 'processing'`.execute(db.query);
  return rows[0]?.place ?? null;
};

/** Allows one kill per file, and spreads further kills, and the time for them, evenly over the files. */
const mayKill = (): boolean => {
  if (hits[current.index] === 0 && counts.kills < KILLS) return true;
  const share = (current.index + 1) / files.length;
  return counts.kills < Math.ceil(KILLS * share) && elapsed() < KILLING_MS * share;
};

const kill = async (victim: Started): Promise<void> => {
  running.server = null;
  process.kill(victim.pid, 'SIGKILL');
  await victim.exit;
  counts.kills += 1;
  hits[current.index] = (hits[current.index] ?? 0) + 1;
  // Simulates the 30 s after which another server may take over the jobs.
  await sql`update jobs set lease_until = now() where state in ('processing', 'cancelling')`.execute(db.query);
};

/** Restarts the server and kills it each time the import has advanced; the last one keeps running. */
const killRepeatedly = async (): Promise<void> => {
  let killedIn: string | null = null;
  while (!killState.done) {
    const server = await startServer({ DATABASE_URL: postgres.url });
    running.server = server;
    for (;;) {
      if (killState.done) return;
      const place = mayKill() ? await placeOfImport() : null;
      if (place !== null && place !== killedIn) {
        killedIn = place;
        break;
      }
      await pause(LOOK_MS);
    }
    await pause(random(MAX_DELAY_MS));
    await kill(server);
  }
};

let token: string | null = null;
/** One call to the running instance; null if it died during the call. */
const call = async (path: string, options: Parameters<typeof ask>[1] = {}): Promise<Answer | null> => {
  const server = running.server;
  if (!server) return null;
  try {
    if (token === null) {
      const login = await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body: { email: FINANCE, password: PASSWORD } });
      if (login.status !== 200) return null;
      token = json<{ access_token: string }>(login).access_token;
    }
    const answer = await ask(`${server.url}/api/v1${path}`, { ...options, token });
    if (answer.status === 401) token = null;
    return answer;
  } catch {
    counts.lost += 1;
    return null;
  }
};
const put = (path: string, body: Buffer): Promise<boolean> => {
  const server = running.server;
  if (!server) return Promise.resolve(false);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  return fetch(`${server.url}/api/v1${path}`, { method: 'PUT', headers, body: new Uint8Array(body) }).then(
    ({ ok }) => ok,
    () => false,
  );
};

/** The file's unfinished run; an upload whose response was lost is found by its name. */
const runOf = async ({ name }: File): Promise<ImportDetail | 'none' | null> => {
  const list = await call(`/imports?limit=100&search=${encodeURIComponent(name)}`);
  if (list?.status !== 200) return null;
  const match = json<ImportList>(list).data.find(({ title }) => title === name);
  if (!match) return 'none';
  const detail = await call(`/imports/${match.id}`);
  return detail?.status === 200 ? json<ImportDetail>(detail) : null;
};

const upload = async (id: string, { content }: File): Promise<void> => {
  for (let part = 0; part * limits.imports.partBytes < content.length; part += 1) {
    const bytes = content.subarray(part * limits.imports.partBytes, (part + 1) * limits.imports.partBytes);
    if (!(await put(`/imports/${id}/parts/${part}`, bytes))) return;
  }
  await call(`/imports/${id}/read`, { method: 'POST', body: {} });
};

/** Advances a file's import by one step, depending on its run's state. @returns true once it is finished */
const step = async (file: File): Promise<boolean> => {
  const run = await runOf(file);
  if (run === null) return false;
  if (run === 'none') {
    await call('/imports', { method: 'POST', body: { kind: file.kind, file_name: file.name, size: file.content.length } });
    return false;
  }
  if (run.state === 'uploading') await upload(run.id, file);
  if (run.state === 'mapping') await call(`/imports/${run.id}/mapping`, { method: 'PUT', body: { mapping: run.mapping } });
  if (run.state === 'previewed') await call(`/imports/${run.id}/start`, { method: 'POST', body: {} });
  if (run.state === 'failed') {
    counts.resumed += 1;
    await call(`/imports/${run.id}/resume`, { method: 'POST', body: {} });
  }
  if (run.state === 'unreadable') throw new Error(`${file.name} is unreadable: ${run.error}`);
  if (run.state !== 'completed') return false;
  if (run.counts.quarantined > 0) wrong.push(`${file.name}: ${run.counts.quarantined} rows in quarantine`);
  return true;
};

const isOverTime = (): boolean => elapsed() > MAX_DURATION_MS;
const number = async (question: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  Number((await question.execute(db.query)).rows[0]?.n ?? -1);
const marked = () => number(sql`select count(*) as n from marks`);

try {
  await makePeople();
  const killing = killRepeatedly();
  for (const [index, file] of files.entries()) {
    current.index = index;
    while (!(await step(file))) {
      if (isOverTime()) throw new Error(`${file.name} is not through after ${MAX_DURATION_MS / 60_000} minutes`);
      await pause(60);
    }
    console.log(`${file.name}: through after ${hits[index]} kills of its own, ${counts.kills} in all, ${await marked()} marks left`);
  }
  while ((await marked()) > 0) {
    if (isOverTime()) throw new Error(`${await marked()} marks are left after ${MAX_DURATION_MS / 60_000} minutes`);
    await pause(100);
  }
  killState.done = true;
  await killing;

  const actual = async (label: string, expected: number, question: ReturnType<typeof sql<{ n: number }>>): Promise<void> => {
    const result = await number(question);
    if (result !== expected) wrong.push(`${label}: ${result} instead of ${expected}`);
  };
  await actual('invoices', expected.invoices, sql`select count(*) as n from invoices`);
  await actual('their net revenue', expected.net, sql`select sum(net_cents) as n from invoices`);
  await actual('receipts', expected.receipts, sql`select count(*) as n from receipts where method <> ${creditMethod}`);
  await actual(
    'credits of memos',
    expected.memos,
    sql`select count(*) as n from receipts where method = ${creditMethod} and state = 'completed'`,
  );
  await actual('what was received', expected.received, sql`select sum(amount_cents) as n from receipts`);
  await actual(
    'rows written twice',
    0,
    sql`select count(*) - count(distinct (run_id, entity, entity_id)) as n from run_changes where before is null`,
  );
  await actual('records', expected.invoices, sql`select count(*) as n from commission_records`);
  if (KILLS >= files.length) await actual('files that no kill hit', 0, sql`select ${hits.filter((count) => count === 0).length}::int as n`);
  await actual('jobs that failed', 0, sql`select count(*) as n from jobs where state = 'failed'`);
  const sums = await wrongSums(db);
  if (sums > 0) wrong.push(`${sums} sums of months differ from their records`);
  const chain = await auditRepository(db.query).verifyChain();
  if (chain.broken !== null) wrong.push(`the audit log is broken at ${chain.broken}`);
  const preview = await previewConfig({ store: openStore(db), clock: () => new Date() }, CONFIG);
  if (preview.changed_records > 0) wrong.push(`computed from nothing, ${preview.changed_records} records would differ`);
  counts.resumed += await number(sql`select coalesce(sum(takes - 1), 0) as n from jobs where kind = 'import'`);
} finally {
  killState.done = true;
  await running.server?.stop().catch(() => {});
  await db.close();
  await postgres.remove();
}
for (const line of wrong) console.log(line);
console.log(
  `jobs: seed ${SEED}, ${counts.kills} of ${KILLS} kills${counts.kills < KILLS ? ' (a sample: the time was up)' : ''}, ${files.length} files of ${expected.invoices + expected.receipts} rows, ${counts.lost} answers lost, ` +
    `${counts.resumed} resumed, ${wrong.length} differences, ${(elapsed() / 1000).toFixed(0)} s`,
);
process.exitCode = wrong.length === 0 && counts.kills > 0 ? 0 : 1;
