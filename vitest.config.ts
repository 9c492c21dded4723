import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { shiftedClock, suiteShiftMs } from './scripts/clock.mjs';

const postgres = process.env.TEST_DATABASE_URL;
/** A worker evaluates modules once for all its files, so no module may keep state that a test changes. */
const shared = { pool: 'forks' as const, isolate: false };
/** None of these tests waits for anything, so only a hanging test reaches this limit, even while browsers use the processors. */
const pureTests = { ...shared, testTimeout: 120_000, hookTimeout: 120_000 };
const server = {
  ...shared,
  globalSetup: ['tests/server/support/globalSetup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // The default of one second is too short while browser tests use the processors.
  expect: { poll: { timeout: 10_000 } },
};
/**
 * When PostgreSQL is tested too, the embedded database runs only tests that depend on a driver or an engine: connections, transactions,
 * locks, jobs, types, moves, hot statements.
 */
const whereTheDriverMatters = [
  'db/**/*',
  'jobs/*',
  'mail/mail',
  'operations/*',
  'audit/auditVerify',
  'live/*',
  'connectors/{outgoing,webhooks}',
  'commissions/marksProperty',
  'people/usersLock',
  'session/{refresh,signInRaces}',
  'secrets/*',
].map((name) => `tests/server/${name}.test.ts`);
/** These start their own processes, which use the embedded database whatever the project uses. */
const processTests = ['tests/server/operations/{start,operationsStart,throughNpm,waysIn}.test.ts'];
const all = ['tests/server/**/*.test.ts'];
const window = { setupFiles: ['tests/ui/setup.ts'], pool: 'forks' as const, testTimeout: 60_000, hookTimeout: 120_000 };
/** Modules replaced in these files would stay replaced for the worker's next file, so these files get modules of their own. */
const replacing = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file}`)
  .filter((file) => file.endsWith('.test.tsx') && readFileSync(file, 'utf8').includes('vi.mock('));
const replacedModules = [
  ...new Set(
    replacing.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/vi\.mock\('([^']+)'/g)].map(([, name = '']) =>
        name.startsWith('.') ? resolve(dirname(file), name) : name,
      ),
    ),
  ),
];
const browser = {
  pool: 'forks' as const,
  fileParallelism: false,
  globalSetup: ['tests/e2e/support/globalSetup.ts'],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // The default of one second is too short while two browsers share the processor.
  expect: { poll: { timeout: 10_000 } },
};
/** Server, tests and pages share one clock, so that the demo company is the same every day. */
const suiteDay = { ...browser, env: shiftedClock(suiteShiftMs()) };
/** Types at human speed; it mostly waits, so it runs alongside everything else. */
const typing = 'tests/e2e/typingAhead.test.ts';
/**
 * Browser tests on the real date: the test about the current day, and sign-in at an issuer, whose cookies expire by the browser's own
 * clock.
 */
const today = ['tests/e2e/today.test.ts', 'tests/e2e/session/sso.test.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,

    projects: [
      { test: { name: 'rules', include: ['tests/contract/**/*.test.ts'], ...pureTests } },
      { test: { name: 'models', include: ['tests/models/**/*.test.ts', 'tests/services/**/*.test.ts'], ...pureTests } },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['tests/**/*.test.tsx'],
          exclude: replacing,
          ...pureTests,
          ...window,
          environment: './tests/ui/oneWindow.ts',
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screens (alone)',
          include: replacing,
          ...pureTests,
          ...window,
          setupFiles: ['tests/ui/freshModules.ts', ...window.setupFiles],
          environment: './tests/ui/oneWindow.ts',
          provide: { replacedModules },
        },
      },
      {
        test: {
          name: 'server (embedded)',
          ...server,
          include: postgres ? whereTheDriverMatters : all,
          env: { TEST_DATABASE: 'embedded' },
          // Many of these tests wait for processes and the disk, and the browser tests are done when they start.
          ...(postgres ? { maxWorkers: 3, sequence: { groupOrder: 1 } } : {}),
        },
      },
      ...(postgres
        ? [{ test: { name: 'server (PostgreSQL)', ...server, include: all, exclude: processTests, env: { TEST_DATABASE: 'postgres' } } }]
        : []),
      { test: { name: 'browser', ...suiteDay, include: ['tests/e2e/**/*.test.ts'], exclude: [typing, ...today] } },
      { test: { name: 'typing', ...suiteDay, include: [typing] } },
      { test: { name: 'today', ...browser, include: today } },
    ],
  },
});
