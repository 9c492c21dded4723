// npm run soak -- calendar [INSTANT] [--all]: rules, server, demo company and browser suite on error-prone calendar days.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shiftedClock } from '../scripts/clock.mjs';

const BUDGET_MS = 9.5 * 60_000;
/** No part starts with less than this much time left, so that it can finish within the budget. */
const PART_MS = 2 * 60_000;
const DAY_MS = 86_400_000;
const LANES = 2;
/** Browser test files per instant, besides the one about the company's day; `--all` runs all of them. */
const SAMPLE_SIZE = 1;
/** Phoenix, the company's zone, is seven hours behind UTC all year. */
const calendar: Readonly<Record<string, string>> = {
  '2026-11-28T08:40:00Z': 'a night on which the suite failed',
  '2026-11-30T18:00:00Z': 'the last day of a month',
  '2027-01-01T06:30:00Z': 'New Year in New York, December 31 in Phoenix',
  '2027-01-01T08:00:00Z': 'January 1',
  '2027-03-14T09:30:00Z': 'clocks go forward in the US',
  '2027-03-28T00:30:00Z': 'clocks go forward in the EU',
  '2027-03-31T18:00:00Z': 'the last day of a quarter',
  '2027-04-01T07:30:00Z': 'the first hour of a quarter',
  '2027-08-01T18:00:00Z': 'a month that begins on a Sunday',
  '2027-10-31T00:30:00Z': 'clocks go back in the EU',
  '2027-11-07T08:30:00Z': 'clocks go back in the US',
  '2028-02-29T18:00:00Z': 'February 29',
  '2028-03-01T06:30:00Z': 'March 1 in UTC, February 29 in Phoenix',
};
/** Tests of rules that read a clock, and server tests that count days; all other rules receive the day as an argument. */
const dayFiles = [
  ...['time/today', 'time/period.test', 'time/calendar', 'time/dayText', 'time/openingPeriod'].map((name) => `tests/contract/${name}`),
  ...['events/eventNeeds', 'events/eventTime', 'commission/quota', 'commission/release', 'forms'].map((name) => `tests/contract/${name}`),
  ...['commissions/beginDay', 'events/eventsDays', 'payPeriods/periods.test'].map((name) => `tests/server/${name}`),
];
const DAY_FILE = 'tests/e2e/day.test.ts';
const root = join(import.meta.dirname, '..');
/** Test files that have their own project or don't depend on the day. */
const OTHER_FILES = ['today', 'typingAhead', 'bytes'].map((name) => `tests/e2e/${name}.test.ts`);
const browserFiles = readdirSync(join(root, 'tests/e2e'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `tests/e2e/${name}`)
  .filter((path) => path !== DAY_FILE && !OTHER_FILES.includes(path));

type Part = Readonly<{ instant: string; name: string; projects: readonly string[]; files: readonly string[] }>;
type Result = Readonly<{ passed: number; failed: number; isCut: boolean }>;

const args = process.argv.slice(2);
const isAll = args.includes('--all');
const [instantArg] = args.filter((word) => word !== '--all');
const instants = instantArg ? [instantArg] : Object.keys(calendar);
if (instants.some((instant) => Number.isNaN(Date.parse(instant)))) {
  console.error('usage: npm run soak -- calendar [2028-02-29T06:30:00Z] [--all]');
  process.exit(2);
}

/** Rotates through the files day by day, so that over many runs every file runs on every instant. */
const sampleOf = (index: number): readonly string[] => {
  if (isAll) return browserFiles;
  const first = (Math.floor(Date.now() / DAY_MS) + index) * SAMPLE_SIZE;
  return Array.from({ length: SAMPLE_SIZE }, (_, offset) => browserFiles[(first + offset) % browserFiles.length] ?? '');
};

const environmentOf = ({ instant, name }: Part): Record<string, string> => {
  const shiftMs = Date.parse(instant) - Date.now();
  // The browser projects read CLOCK_SHIFT_MS and shift their own processes.
  return name === 'browser' ? { CLOCK_SHIFT_MS: String(shiftMs), CI: '1' } : shiftedClock(shiftMs);
};

const runPart = async (part: Part, report: string, leftMs: number): Promise<Result> => {
  const projects = part.projects.flatMap((project) => ['--project', project]);
  const vitestArgs = ['run', ...projects, ...part.files, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(join(root, 'node_modules/.bin/vitest'), vitestArgs, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TZ: 'America/Phoenix', ...environmentOf(part) },
  });
  let isCut = false;
  const truncate = (): void => {
    isCut = true;
    child.kill();
  };
  const timer = Number.isFinite(leftMs) ? setTimeout(truncate, leftMs) : undefined;
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  if (isCut) return { passed: 0, failed: 0, isCut };
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed, failed: Math.max(failed, Number(status !== 0 || passed === 0)), isCut };
  } catch {
    return { passed: 0, failed: 1, isCut };
  }
};

const queue: Part[] = [
  ...instants.map((instant, index) => ({ instant, name: 'browser', projects: ['browser'], files: [DAY_FILE, ...sampleOf(index)] })),
  ...instants.map((instant) => ({ instant, name: 'rules and server', projects: ['rules', 'server (embedded)'], files: dayFiles })),
];
const total = queue.length;
const reports = mkdtempSync(join(tmpdir(), 'quotaboard-calendar-'));
const start = performance.now();
const leftMs = (): number => (isAll ? Number.POSITIVE_INFINITY : BUDGET_MS - (performance.now() - start));
const minutes = (): string => `${((performance.now() - start) / 60_000).toFixed(1)} min`;
const titleOf = ({ instant, name }: Part): string => `${instant} (${calendar[instant] ?? 'as named'}), ${name}`;
const missed: string[] = [];
const red: string[] = [];
const totals = { passed: 0, failed: 0 };

/** Two lanes run at a time, because browser tests mostly wait. */
const runLane = async (): Promise<void> => {
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    const remaining = leftMs();
    const result = remaining < PART_MS ? null : await runPart(part, join(reports, `${total - queue.length}.json`), remaining);
    if (result === null || result.isCut) {
      missed.push(titleOf(part));
      continue;
    }
    totals.passed += result.passed;
    totals.failed += result.failed;
    if (result.failed > 0) red.push(titleOf(part));
    const sample =
      part.name === 'browser' && !isAll ? `, sample ${part.files.map((path) => path.slice('tests/e2e/'.length)).join(' ')}` : '';
    console.log(`calendar: ${titleOf(part)}${sample}: ${result.passed} passed, ${result.failed} failed (${minutes()})`);
  }
};
await Promise.all(Array.from({ length: LANES }, runLane));
rmSync(reports, { recursive: true, force: true });
if (!isAll)
  console.log(
    `calendar: a sample: ${DAY_FILE} and ${SAMPLE_SIZE} of ${browserFiles.length} other browser files at each instant; --all runs them all`,
  );
for (const title of missed) console.log(`calendar: no time for ${title}`);
console.log(
  `calendar: ${total - missed.length} of ${total} parts, ${total - missed.length - red.length} green, ${totals.passed} passed, ${totals.failed} failed, ${minutes()}${red.length > 0 ? `; red: ${red.join('; ')}` : ''}`,
);
process.exit(red.length > 0 || missed.length === total ? 1 : 0);
