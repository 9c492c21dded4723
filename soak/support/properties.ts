import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The properties stop on their own before this (tests/server/support/histories.ts). */
const BUDGET_MS = 10 * 60_000;
/** The time limit for all files: two run at a time, and the last to start may be the longest. */
const FILES_LIMIT_MS = 14 * 60_000;
const MAX_PER_PROPERTY_MS = 4 * 60_000;
const root = join(import.meta.dirname, '../..');

/**
 * Runs the server's properties of these files with a multiple of npm test's random histories, and ends the process with a line of figures.
 * @param properties number of properties in the files
 */
export const runProperties = async (name: string, files: readonly string[], properties = files.length): Promise<never> => {
  const [times = '10'] = process.argv.slice(2);
  if (!/^[1-9]\d{0,2}$/.test(times)) {
    console.error(`usage: npm run soak -- ${name} [TIMES]`);
    process.exit(2);
  }
  const project = process.env.TEST_DATABASE_URL ? 'server (PostgreSQL)' : 'server (embedded)';
  const budgetMs = Math.min(MAX_PER_PROPERTY_MS, Math.floor(FILES_LIMIT_MS / properties));
  const startedAt = performance.now();
  const tests = files.map((file) => `tests/server/${file}`);
  const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', '--project', project, ...tests], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, HISTORIES: times, HISTORIES_BUDGET_MS: String(budgetMs) },
  });
  const timer = setTimeout(() => child.kill(), BUDGET_MS);
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(
    `${name}: ${properties} properties, up to ${times} × as many histories, ${project}: ${status === 0 ? 'green' : 'red'}, ${minutes} min`,
  );
  process.exit(status === 0 ? 0 : 1);
};
