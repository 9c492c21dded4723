/**
 * Imports malicious files and random mutations of valid ones through the built server while another client requests lists. Expected: every
 * file is read or refused with a message within a minute, no list takes over 200 ms, and the server never exits. `npm run soak -- files
 * [MUTATIONS] [SEED]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportDetail } from '../contract/entities/import.ts';
import { limits } from '../contract/limits.ts';
import { attacks, mutated, validFiles } from './support/badFiles.ts';
import { FINANCE, makeCompany, PASSWORD, VP } from './support/company.ts';
import type { Measured } from './support/lister.ts';
import { type Answer, ask, json, startServer } from './support/server.ts';

const MUTATIONS = Number(process.argv[2] ?? 150);
const SEED = Number(process.argv[3] ?? Date.now() % 1_000_000);
const MAX_WAIT_MS = 200;
/** The time limit of one attack, on a machine with other load. */
const MAX_ATTACK_MS = 60_000;
const BUDGET_MS = 9 * 60_000;
/** Longer than the server's own limit for reading a file. */
const FILE_TIMEOUT_MS = limits.imports.reading.timeoutMs + 30_000;
/** How long the machine's own delays are measured before the first file. */
const BASELINE_MS = 5000;
const ENDED = ['unreadable', 'mapping'];

const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard-soak-'));
await makeCompany({ dataDir });
const server = await startServer({ DATA_DIR: dataDir });
const problems: string[] = [];
const counts = { files: 0, refused: 0, read: 0, lists: 0, slow: 0, slowestMs: 0 };
const startedAt = performance.now();

const signIn = async (email: string): Promise<string> =>
  json<{ access_token: string }>(await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body: { email, password: PASSWORD } }))
    .access_token;

const callAs =
  (token: string) =>
  (path: string, method = 'GET', body?: object): Promise<Answer> =>
    ask(`${server.url}/api/v1/imports${path}`, { token, method, ...(body ? { body } : {}) });

const sendParts = async (token: string, id: string, content: Buffer): Promise<void> => {
  const { partBytes } = limits.imports;
  for (let part = 0; part * partBytes < content.length; part += 1) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    const body = new Uint8Array(content.subarray(part * partBytes, (part + 1) * partBytes));
    const answer = await fetch(`${server.url}/api/v1/imports/${id}/parts/${part}`, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(`part ${part}: ${answer.status}`);
  }
};

/** Imports a file until it is read or refused, then previews and deletes it if read. */
const importFile = async (token: string, name: string, content: Buffer): Promise<void> => {
  const call = callAs(token);
  const created = await call('', 'POST', { kind: 'invoices', file_name: `${name}.xlsx`, size: content.length });
  if (created.status >= 300) throw new Error(`${created.status} ${created.text}`);
  const { id } = json<ImportDetail>(created);
  await sendParts(token, id, content);
  await call(`/${id}/read`, 'POST', {});
  const until = async (states: readonly string[]): Promise<ImportDetail> => {
    for (const from = performance.now(); performance.now() - from < FILE_TIMEOUT_MS; await pause(50)) {
      const run = json<ImportDetail>(await call(`/${id}`));
      if (states.includes(run.state)) return run;
    }
    throw new Error(`not ${states.join(' or ')} in time`);
  };
  const run = await until(ENDED);
  counts.files += 1;
  counts[run.state === 'unreadable' ? 'refused' : 'read'] += 1;
  if (run.state === 'unreadable' && !run.error) problems.push(`${name}: refused without a reason`);
  if (run.state === 'mapping' && Object.keys(run.mapping).length > 0) {
    const mapped = await call(`/${id}/mapping`, 'PUT', { mapping: run.mapping });
    if (mapped.status < 300) await until(['previewed', 'mapping']);
  }
  await call(`/${id}`, 'DELETE');
};

const [finance, vp] = [await signIn(FINANCE), await signIn(VP)];
const lister = fork(join(import.meta.dirname, 'support/lister.ts'), [server.url, vp, String(MAX_WAIT_MS)]);
const measure = async (): Promise<Measured> => {
  lister.send('measure');
  const [measured] = (await once(lister, 'message')) as [Measured];
  return measured;
};
const tryFile = async (name: string, content: Buffer): Promise<void> => {
  const from = performance.now();
  await importFile(finance, name, content).catch(({ message }: Error) => problems.push(`${name}: ${message}`));
  const durationMs = Math.round(performance.now() - from);
  if (durationMs > MAX_ATTACK_MS) problems.push(`${name}: ${durationMs} ms`);
  const { lists, slow, slowestMs, failures } = await measure();
  counts.lists += lists;
  counts.slow += slow;
  counts.slowestMs = Math.max(counts.slowestMs, slowestMs);
  problems.push(...failures);
  console.warn(`${name}: ${content.length} bytes, ${durationMs} ms, slowest list ${Math.round(slowestMs)} ms`);
};

await measure();
await pause(BASELINE_MS);
const baseline = await measure();
try {
  for (const [name, make] of Object.entries(attacks)) await tryFile(name, make());
  const valid = validFiles();
  for (let index = 0; index < MUTATIONS && performance.now() - startedAt < BUDGET_MS && !server.ended(); index += 1)
    await tryFile(`mutation ${index}`, mutated(valid, SEED + index));
} finally {
  lister.disconnect();
}
const exits = server.ended() ? 1 : 0;
if (exits === 0) await server.stop();
rmSync(dataDir, { recursive: true, force: true });
for (const line of [...new Set(problems)].slice(0, 20)) console.error(line);
console.log(
  `files: seed ${SEED}, ${counts.files} files, ${counts.refused} refused, ${counts.read} read, ${counts.lists} lists, ${counts.slow} over ` +
    `${MAX_WAIT_MS} ms, ${Math.round(counts.slowestMs)} ms at most (${Math.round(baseline.slowestMs)} ms without files), ${exits} exits, ` +
    `${problems.length} wrong, ${Math.round((performance.now() - startedAt) / 1000)} s`,
);
process.exitCode = exits + counts.slow + problems.length > 0 ? 1 : 0;
