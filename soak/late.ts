// npm run soak -- late [MINUTES] [SEED]: random histories of late facts, computed in several orders, must all yield the same as a full
// recomputation.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const [minutes = 8, seed = 1] = process.argv.slice(2).map(Number);
if (!(minutes > 0 && minutes <= 60) || !Number.isInteger(seed)) {
  console.error('usage: npm run soak -- late [MINUTES, at most 60] [SEED]');
  process.exit(2);
}
const root = join(import.meta.dirname, '..');
const project = process.env.TEST_DATABASE_URL ? 'server (PostgreSQL)' : 'server (embedded)';
const args = ['run', 'tests/server/commissions/late/lateHistory.test.ts', '--project', project, '--disable-console-intercept'];
const child = spawn(join(root, 'node_modules/.bin/vitest'), args, {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, LATE_MINUTES: String(minutes), LATE_SEED: String(seed) },
});
const timer = setTimeout(() => child.kill(), (minutes + 5) * 60_000);
const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
clearTimeout(timer);
console.log(`late: ${minutes} min from seed ${seed}, ${project}: ${status === 0 ? 'green' : 'red'}`);
process.exit(status === 0 ? 0 : 1);
