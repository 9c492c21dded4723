// npm run soak -- ownPay [SEQUENCES] [SEED]: no sequence of calls by one person raises the amount released to that person (decisions 3.06).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privatePostgres } from './support/postgres.ts';

const LANES = 2;
/** Startup and the last company take additional time. */
const BUDGET_MINUTES = 8.5;
const [maxSequences = 10_000, seed = 1] = process.argv.slice(2).map(Number);
if (!Number.isInteger(maxSequences) || maxSequences < LANES || !Number.isInteger(seed) || seed < 1) {
  console.error('usage: npm run soak -- ownPay [SEQUENCES] [SEED]');
  process.exit(2);
}

type Found = Readonly<{ kind: string; fault: string; variant: number; calls: readonly string[] }>;
type Tally = Readonly<{ ms: number; answers: Readonly<Record<string, number>> }>;
type Ended = Readonly<{ played: number; tallies: Readonly<Record<string, Tally>> }>;

const root = join(import.meta.dirname, '..');
const startedAt = performance.now();
const directory = mkdtempSync(join(tmpdir(), 'quotaboard-own-pay-'));
const own = process.env.TEST_DATABASE_URL ? null : await privatePostgres();
const databaseUrl = process.env.TEST_DATABASE_URL ?? own?.url ?? '';

/** Half of the sequences, in a separate process. */
const lane = async (index: number): Promise<string[]> => {
  const file = join(directory, `${index}.jsonl`);
  const args = ['run', '--project', 'server (PostgreSQL)', 'tests/server/rights/ownPayProperty.test.ts', '--reporter', 'dot'];
  const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      TEST_DATABASE_URL: databaseUrl,
      OWN_PAY_SEQUENCES: String(Math.ceil(maxSequences / LANES)),
      OWN_PAY_SEED: String(seed * LANES + index),
      OWN_PAY_MINUTES: String(BUDGET_MINUTES),
      OWN_PAY_FOUND: file,
    },
  });
  await new Promise((resolve) => child.once('exit', resolve));
  return readFileSync(file, 'utf8').trim().split('\n');
};

const lines = await Promise.all(Array.from({ length: LANES }, (_, index) => lane(index))).finally(async () => {
  rmSync(directory, { recursive: true, force: true });
  await own?.remove();
});
const rows = lines.flat().map((line) => JSON.parse(line) as Found | Ended);
const ended = rows.flatMap((row) => ('played' in row ? [row] : []));
const shortest = new Map<string, Found>();
for (const row of rows)
  if ('kind' in row && !(row.calls.length >= (shortest.get(row.kind)?.calls.length ?? Infinity))) shortest.set(row.kind, row);

const answers = new Map<string, number>();
let calls = 0;
for (const [move, { answers: counts }] of ended.flatMap(({ tallies }) => Object.entries(tallies)))
  for (const [answer, count] of Object.entries(counts)) {
    calls += count;
    if (/^20[014]/.test(answer)) answers.set(move, (answers.get(move) ?? 0) + count);
  }
for (const { kind, fault, calls: sent } of shortest.values()) console.log([`${kind}: ${fault}`, ...sent].join('\n  '));
console.log(`done by move: ${[...answers].map(([move, count]) => `${move} ${count}`).join(', ')}`);
const played = ended.reduce((sum, row) => sum + row.played, 0);
const sample = played < maxSequences ? ' (a sample: the time was up)' : '';
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(
  `ownPay: ${played} of ${maxSequences} sequences${sample}, ${calls} moves, ${shortest.size} kinds of counterexample, ${minutes} min, seed ${seed}`,
);
process.exitCode = shortest.size > 0 || ended.length < LANES ? 1 : 0;
