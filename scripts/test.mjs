// npm test: all tests. The date rules run in three time zones; the last line is "N passed, N failed".
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { buildClient } from './client.mjs';
import { shiftedClock, suiteShiftMs } from './clock.mjs';
import { chromium, ensureInstalled, root } from './lib.mjs';

ensureInstalled();
await ensureBuilt();
buildClient();
// The demo company and the browsers share one clock.
const shiftMs = suiteShiftMs();
process.env.CLOCK_SHIFT_MS = String(shiftMs);

const reports = mkdtempSync(join(tmpdir(), 'quotaboard-test-'));
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Duration of each test file in seconds. */
const durations = [];

/** Failing files with their messages, printed last because readers see the end of a long output. */
const failures = [];

/** Niceness of the other projects: browser tests run one after another and finish last, so they get the processor first. */
const LOW_PRIORITY_NICENESS = 5;

/** Runs vitest. Its output streams directly, except that of browser runs, which run alongside the others and print theirs at the end. */
const run = (args, timezone, whole) =>
  new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
      cwd: root,
      stdio: whole ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, TZ: timezone, CHROMIUM_PATH: chromium ?? '' },
    });
    if (!whole) setPriority(child.pid, LOW_PRIORITY_NICENESS);
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
    child.once('close', (status) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(status);
    });
  });

const vitest = async (title, timezone, projects, { whole = false, without = [] } = {}) => {
  console.log(`\ntest: ${title} (TZ=${timezone})`);
  const report = join(reports, `${title.replace(/\W+/g, '-')}-${timezone.replace('/', '-')}.json`);
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...without.flatMap((pattern) => ['--exclude', pattern]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const from = Date.now();
  const status = await run(args, timezone, whole);
  console.log(`test: ${title} (TZ=${timezone}) took ${((Date.now() - from) / 1000).toFixed(0)} s`);
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  totals.passed += counts?.numPassedTests ?? 0;
  totals.failed += counts?.numFailedTests ?? 0;
  totals.skipped += (counts?.numPendingTests ?? 0) + (counts?.numTodoTests ?? 0);
  // A file that fails to load has no failed test, and a crashed run has no report: both count as failures.
  if (status !== 0 && !(counts?.numFailedTests > 0)) totals.failed += 1;
  for (const { name, startTime, endTime, status, message, assertionResults } of counts?.testResults ?? []) {
    const named = `${relative(root, name)} (${title})`;
    durations.push({ seconds: (endTime - startTime) / 1000, file: named });
    if (status !== 'failed') continue;
    const failed = assertionResults.filter((assertionResult) => assertionResult.status === 'failed');
    const words = failed.map((item) => `${item.fullName}\n${item.failureMessages.join('\n').slice(0, 1500)}`);
    failures.push({ file: name, named, timezone, projects, tests: failed.length, words: words.join('\n') || message.slice(0, 1500) });
  }
};

/** The demo company, loaded once (24 s of processor time); each browser run starts on a copy. */
const prepareDemo = () =>
  new Promise((resolve) => {
    const demoReport = join(reports, 'demo company');
    const child = spawn(process.execPath, ['dist/server/main.js', '--demo'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...shiftedClock(shiftMs), DATABASE_URL: '', PORT: '0', DATA_DIR: demoReport, NODE_ENV: 'production' },
    });
    child.stdout.on('data', (chunk) => /^ready /m.test(chunk) && child.kill('SIGTERM'));
    child.once('exit', (status) => {
      // If loading fails, each browser run loads its own demo company and reports the error.
      if (status === 0) process.env.DEMO_COMPANY = demoReport;
      resolve();
    });
  });

const only = process.argv.slice(2);
if (only.length > 0) {
  await vitest('chosen', 'America/Phoenix', only);
} else {
  // Browser tests mostly wait, so they run alongside the others; the typing tests, at human speed, wait nearly all the time.
  const browser = (...names) => vitest(names.join(' and '), 'America/Phoenix', names, { whole: true });
  const inBrowser = chromium ? prepareDemo().then(() => Promise.all([browser('browser'), browser('typing', 'today')])) : null;
  await vitest('rules and models and screens', 'America/Phoenix', ['rules', 'models', 'screens*']);
  // Money rules never read `Date` (a lint error), and these files read no time at all, so none of them depends on the zone.
  const without = [
    'tests/contract/{commission,explain,payments,payouts}/**',
    'tests/contract/{newMachine,newConnector,jsonLines,prose,directions,citations}.test.ts',
  ];
  for (const timezone of ['UTC', 'Asia/Kolkata']) await vitest('rules', timezone, ['rules'], { without });
  await vitest('server', 'America/Phoenix', ['server*']);
  await inBrowser;
  if (!chromium) {
    console.log(
      '\ntest: no Chromium found (CHROMIUM_PATH, /usr/bin/chromium-headless-shell, /usr/bin/chromium): the tests in a real browser cannot run, which counts as a failure',
    );
    totals.failed += 1;
  }
}
/** A busy machine does not cause more failing files than this; if there are more, none is rerun. */
const MAX_FILES_AGAIN = 3;
const flaky = [];
if (failures.length <= MAX_FILES_AGAIN)
  for (const failure of failures.splice(0)) {
    const { file, named, timezone, projects, tests } = failure;
    if (tests > 0) console.log(`\ntest: again, alone: ${named}`);
    const args = ['run', ...projects.flatMap((project) => ['--project', project]), file];
    if (tests === 0 || (await run(args, timezone, true)) !== 0) {
      failures.push(failure);
      continue;
    }
    totals.failed -= tests;
    totals.passed += tests;
    flaky.push(failure);
  }

console.log('\ntest: the slowest files');
for (const { seconds, file } of durations.sort((a, b) => b.seconds - a.seconds).slice(0, 20))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
for (const { named, words } of flaky) console.log(`\ntest: flaky, failed and then passed again, alone: ${named}\n${words}`);
for (const { named, words } of failures) console.log(`\ntest: failed: ${named}\n${words}`);
rmSync(reports, { recursive: true, force: true });
const flakyTests = flaky.reduce((sum, { tests }) => sum + tests, 0);
console.log(`\ntest: ${flakyTests} flaky${flaky.length > 0 ? `: ${flaky.map(({ named }) => named).join(', ')}` : ''}`);
console.log(`${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
