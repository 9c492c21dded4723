// npm test: everything that must hold. Pure rules and models run in three time zones; the last line is "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './lib.mjs';

ensureInstalled();
ensureBuilt();

const reports = mkdtempSync(join(tmpdir(), 'quotaboard-test-'));
const totals = { passed: 0, failed: 0, skipped: 0 };
const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

const vitest = (name, timezone, projects) => {
  console.log(`\ntest: ${name} (TZ=${timezone})`);
  const report = join(reports, `${name.replace(/\W+/g, '-')}-${timezone.replace('/', '-')}.json`);
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const done = spawnSync(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TZ: timezone, CHROMIUM_PATH: chromium ?? '' },
  });
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  totals.passed += counts?.numPassedTests ?? 0;
  totals.failed += counts?.numFailedTests ?? 0;
  totals.skipped += (counts?.numPendingTests ?? 0) + (counts?.numTodoTests ?? 0);
  // A file that cannot be loaded has no failed test, and a run that died has no report: both are failures.
  if (done.status !== 0 && !(counts?.numFailedTests > 0)) totals.failed += 1;
};

const only = process.argv.slice(2);
if (only.length > 0) {
  vitest('chosen', 'America/Phoenix', only);
} else {
  vitest('rules and models and screens', 'America/Phoenix', ['rules', 'models', 'screens']);
  for (const timezone of ['UTC', 'Asia/Kolkata']) vitest('rules and models', timezone, ['rules', 'models']);
  vitest('server', 'America/Phoenix', ['server*']);
  if (chromium) vitest('browser', 'America/Phoenix', ['browser']);
  else {
    console.log(
      '\ntest: no Chromium found (CHROMIUM_PATH, /usr/bin/chromium): the tests in a real browser cannot run, which counts as a failure',
    );
    totals.failed += 1;
  }
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
