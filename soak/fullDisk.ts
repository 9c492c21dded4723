// npm run soak -- fullDisk [ROUNDS]: the built server on the embedded database, whose disk of 256 MB fills up entirely under writes, and
// gets room again. Every answer must be 2xx, our 503 or 507, reading must work, every write must exist once, and the audit chain be whole.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../server/db/open.ts';
import { auditRepository } from '../server/db/repositories/audit/audit.ts';
import { type Answer, ask, isOurs503, json, KEY, startServer } from './support/server.ts';

const rounds = Number(process.argv[2] ?? 3);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('usage: npm run soak -- fullDisk [ROUNDS]');
  process.exit(2);
}
const DISK = '256m';
const WRITERS = 4;
const FULL_MS = 4000;
const ROOM_WITHIN_MS = 10_000;
const BLOCK = Buffer.alloc(64 * 1024);
const admin = { email: 'boss@example.test', password: 'four clouds over a lake' };

const began = performance.now();
const disk = mkdtempSync(join(tmpdir(), 'quotaboard-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'quotaboard', disk]);
const env = { DATA_DIR: join(disk, 'data'), ENCRYPTION_KEY: KEY };
const createAdmin = (overrides: object): number | null =>
  spawnSync('npm', ['run', '--silent', 'admin:create'], {
    env: { ...process.env, DATABASE_URL: '', ...env, ...overrides },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status;

const wrong: string[] = [];
const counts = { written: 0, refused: 0, unavailable: 0, read: 0 };
const ballast = join(disk, 'ballast');
/** Writes until not one more block fits. */
const fill = (): void => {
  const file = openSync(ballast, 'w');
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
};

/** Every acknowledged write is there once with its audit row, and nothing else. */
const checkStored = async (): Promise<void> => {
  const db = await openDatabase({ dataDir: env.DATA_DIR });
  const { rows } = await sql<{ invoices: number; audited: number }>`
    select (select count(*)::int from invoices) as invoices,
      (select count(distinct entity_id)::int from audit_log where entity = 'invoice') as audited`.execute(db.query);
  for (const [name, count] of Object.entries(rows[0] ?? {}))
    if (count !== counts.written) wrong.push(`${counts.written} acknowledged, ${count} ${name}`);
  const { broken } = await auditRepository(db.query).verifyChain();
  if (broken !== null) wrong.push(`the audit chain is broken at ${broken}`);
  await db.close();
};

const run = async (): Promise<void> => {
  const names = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ADMIN_FIRST_NAME: 'Bea', ADMIN_LAST_NAME: 'Boss' };
  if (createAdmin(names) !== 0) throw new Error('admin:create failed');
  const server = await startServer(env);
  const api = `${server.url}/api/v1`;
  const { access_token: token } = json<{ access_token: string }>(await ask(`${api}/auth/login`, { method: 'POST', body: admin }));
  const form = { customer_name: 'Acme', new_customer: true, gross_amount: '10.00', net_revenue: '10.00', notes: 'x'.repeat(1000) };
  const book = (number: number): Promise<Answer> => {
    const body = { ...form, booking_date: new Date().toISOString().slice(0, 10), invoice_number: `D-${number}` };
    return ask(`${api}/invoices`, { method: 'POST', token, body, headers: { 'idempotency-key': `disk ${number}` } });
  };
  let number = 0;
  /** Books one invoice until it is there. */
  const bookSurely = async (): Promise<void> => {
    number += 1;
    for (const own = number; ; await pause(20)) {
      const answer = await book(own).catch((error: Error) => error);
      if (answer instanceof Error) wrong.push(`no answer: ${answer.message}`);
      else if (answer.status === 201) counts.written += 1;
      else if (answer.status === 507 && json<{ code: string }>(answer).code === 'no_room') counts.refused += 1;
      else if (isOurs503(answer)) counts.unavailable += 1;
      else wrong.push(`${answer.status}: ${answer.text.slice(0, 200)}`);
      if (answer instanceof Error || ![503, 507].includes(answer.status)) return;
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isOver) await bookSurely();
    });
    await pause(500);
    fill();
    for (const end = performance.now() + FULL_MS; performance.now() < end; await pause(100)) {
      const { status } = await ask(`${api}/notifications?limit=10`, { token });
      counts.read += 1;
      if (status !== 200) wrong.push(`reading while the disk is full: ${status}`);
    }
    if (counts.refused === 0) wrong.push('nothing was refused');
    isOver = true;
    rmSync(ballast);
    const freed = performance.now();
    await Promise.all(writers);
    if (performance.now() - freed > ROOM_WITHIN_MS) wrong.push(`writing again after ${Math.round(performance.now() - freed)} ms`);
    if (wrong.length > 0) break;
  }
  const code = await server.stop();
  if (code !== 0) wrong.push(`the server ended with ${code}`);
  await checkStored();
};

try {
  await run();
} finally {
  spawnSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
}
for (const line of wrong.slice(0, 10)) console.error(line);
console.log(
  `fullDisk: ${rounds} times full, ${counts.written} writes, ${counts.refused} refused with 507 and ${counts.unavailable} with 503, ${counts.read} reads meanwhile, ` +
    `${wrong.length} wrong, ${Math.round((performance.now() - began) / 1000)} s`,
);
process.exit(wrong.length === 0 ? 0 : 1);
