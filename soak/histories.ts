// npm run soak -- histories [TIMES]: the server's properties over random histories, with TIMES (10) as many of them as npm test has.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const BUDGET_MS = 20 * 60_000;
const files = ['commissions/recomputeHistory', 'commissions/marksProperty', 'payPeriods/closedHistory'];
const root = join(import.meta.dirname, '..');
const [times = '10'] = process.argv.slice(2);
if (!/^[1-9]\d{0,2}$/.test(times)) {
  console.error('usage: npm run soak -- histories [TIMES]');
  process.exit(2);
}
const project = process.env.TEST_DATABASE_URL ? 'server (PostgreSQL)' : 'server (embedded)';
const began = performance.now();
const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', '--project', project, ...files.map((name) => `tests/server/${name}`)], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, HISTORIES: times },
});
const timer = setTimeout(() => child.kill(), BUDGET_MS);
const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
clearTimeout(timer);
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(
  `histories: ${files.length} properties, ${times} × as many histories, ${project}: ${status === 0 ? 'green' : 'red'}, ${minutes} min`,
);
process.exit(status === 0 ? 0 : 1);
