import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { startVitest } from 'vitest/node';
import { instrument, type Mutant } from './instrument.ts';
import { root } from './targets.ts';

/** Milliseconds without a result from a test file after which its mutant is considered an endless loop. */
const MAX_SILENCE_MS = 180_000;

type ResultLine = Readonly<{ pid?: number; begun?: number; id?: number; by?: string }>;
const linesOf = (results: string): ResultLine[] =>
  existsSync(results)
    ? readFileSync(results, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as ResultLine)
    : [];

const watch = (results: string, begun: number) =>
  setInterval(() => {
    const silentMs = Date.now() - Math.max(begun, existsSync(results) ? statSync(results).mtimeMs : 0);
    const pid = linesOf(results).find((line) => line.pid)?.pid;
    if (silentMs > MAX_SILENCE_MS && pid) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    }
  }, 1_000);

/** Runs many mutants of one file in one process; returns the results received before it ended. */
const runOnce = async (file: string, tests: readonly string[], mutants: readonly Mutant[], isScreen: boolean): Promise<ResultLine[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'quotaboard-mutants-'));
  const [job, results] = [join(folder, 'job.json'), join(folder, 'results')];
  const source = join(root, file);
  const testPaths = tests.map((test) => join(root, test));
  writeFileSync(job, JSON.stringify({ source, tests: testPaths, ids: mutants.map(({ id }) => id), results }));
  const timer = watch(results, Date.now());
  const exitCode = process.exitCode;
  try {
    const vitest = await startVitest(
      'test',
      [testPaths[0]!],
      {
        config: false,
        root,
        watch: false,
        include: ['tests/**/*.test.{ts,tsx}'],
        pool: 'forks',
        isolate: false,
        maxWorkers: 1,
        environment: isScreen ? 'happy-dom' : 'node',
        runner: join(import.meta.dirname, 'runner.ts'),
        reporters: [{}],
        testTimeout: 30_000,
        env: { MUTANTS_JOB: job, TZ: 'America/Phoenix' },
        onConsoleLog: () => false,
      },
      {
        logLevel: 'silent',
        plugins: [
          ...(isScreen ? [react()] : []),
          { name: 'mutants', enforce: 'pre', transform: (code, id) => (id === source ? instrument(code, mutants) : undefined) },
        ],
      },
    ).catch((error: unknown) => void (process.env.MUTANTS_DEBUG && console.error(error)));
    await vitest?.close().catch(() => undefined);
    return linesOf(results);
  } finally {
    clearInterval(timer);
    process.exitCode = exitCode;
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The reason each mutant was killed; '' if it survived. If a mutant crashes the process, a new one continues after it. */
export const runBatch = async (
  file: string,
  tests: readonly string[],
  mutants: readonly Mutant[],
  isScreen: boolean,
): Promise<Map<number, string>> => {
  const verdicts = new Map<number, string>();
  let remaining = [...mutants];
  while (remaining.length > 0) {
    const results = await runOnce(file, tests, remaining, isScreen);
    const unchanged = results.find(({ id, by }) => id === 0 && by !== '');
    if (unchanged) throw new Error(`${file}: its tests fail without a mutant: ${unchanged.by}`);
    for (const { id, by } of results) if (id !== undefined && id !== 0) verdicts.set(id, by ?? '');
    const last = [...results].reverse().find(({ begun }) => begun !== undefined)?.begun;
    if (last === undefined || (last === 0 && results.filter(({ id }) => id === 0).length === 0))
      throw new Error(`${file}: its tests do not run`);
    if (last !== 0 && !verdicts.has(last)) verdicts.set(last, 'it runs for ever');
    remaining = remaining.filter(({ id }) => !verdicts.has(id));
  }
  return verdicts;
};
