// npm run soak -- calendar [INSTANT]: rules, server, demo company and browser as on days on which a calendar goes wrong; or at one instant.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shiftedClock } from './support/shiftedClock.ts';

const BUDGET_MS = 25 * 60_000;
/** First and last days of a year, a quarter and a month, 29 February, and the days on which clocks change in the US and in the EU. */
const days = [
  ...['2026-12-31', '2027-01-01', '2027-03-31', '2027-04-01', '2027-05-31', '2027-06-01', '2028-02-29'],
  ...['2027-03-14', '2027-11-07', '2027-03-28', '2027-10-31'],
];
/** At both times Phoenix is on the day before UTC; New York, where events are, is on it at the first only. */
const times = ['00:30', '06:30'];
/** What counts days or reads a clock; the built product starts with its demo company for the browser's tests. The other rules take every day as an argument. */
const files = [
  ...['time/today', 'time/period.test', 'time/calendar', 'time/dayText', 'time/openingPeriod'].map((name) => `tests/contract/${name}`),
  ...['events/eventNeeds', 'events/eventTime', 'commission/quota', 'commission/release', 'forms'].map((name) => `tests/contract/${name}`),
  ...['commissions/beginDay', 'events/eventsDays', 'payPeriods/periods.test'].map((name) => `tests/server/${name}`),
  'tests/e2e/day.test',
];
const projects = ['rules', 'server (embedded)', 'browser'];
const root = join(import.meta.dirname, '..');

type Counts = Readonly<{ passed: number; failed: number }>;

const runAt = async (instant: string, reports: string, leftMs: number): Promise<Counts> => {
  const clock = shiftedClock(Date.parse(instant) - Date.now());
  const report = join(reports, `${instant.replace(/\W/g, '-')}.json`);
  const args = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...files,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TZ: 'America/Phoenix', NODE_OPTIONS: clock.nodeOptions, SHIFTED_CLOCK: clock.script },
  });
  const timer = setTimeout(() => child.kill(), leftMs);
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed, failed: Math.max(failed, Number(status !== 0)) };
  } catch {
    return { passed: 0, failed: 1 };
  }
};

const [one] = process.argv.slice(2);
const instants = one ? [one] : days.flatMap((day) => times.map((time) => `${day}T${time}:00Z`));
if (instants.some((instant) => Number.isNaN(Date.parse(instant)))) {
  console.error('usage: npm run soak -- calendar [2028-02-29T06:30:00Z]');
  process.exit(2);
}
const reports = mkdtempSync(join(tmpdir(), 'quotaboard-calendar-'));
const began = performance.now();
const minutes = (): number => (performance.now() - began) / 60_000;
const red: string[] = [];
let [asked, passed, failed] = [0, 0, 0];
const queue = [...instants];
/** Two at a time: a browser's test mostly waits. */
const lane = async (): Promise<void> => {
  for (let instant = queue.shift(); instant !== undefined; instant = queue.shift()) {
    const left = BUDGET_MS - (performance.now() - began);
    if (left <= 0) return;
    asked += 1;
    const counts = await runAt(instant, reports, left);
    passed += counts.passed;
    failed += counts.failed;
    if (counts.failed > 0 || counts.passed === 0) red.push(instant);
    console.log(`calendar: ${instant}: ${counts.passed} passed, ${counts.failed} failed (${minutes().toFixed(1)} min)`);
  }
};
await Promise.all([lane(), lane()]);
rmSync(reports, { recursive: true, force: true });
const missed = red.length > 0 || asked < instants.length;
console.log(
  `calendar: ${asked} of ${instants.length} instants, ${asked - red.length} green, ${passed} passed, ${failed} failed, ${minutes().toFixed(1)} min${red.length > 0 ? `; red: ${red.join(', ')}` : ''}`,
);
process.exit(missed ? 1 : 0);
