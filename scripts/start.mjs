// npm start (--demo, --stand-ins) and npm run serve: installs missing packages, builds stale outputs, then runs the server.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './lib.mjs';

ensureInstalled();
await ensureBuilt();
const importFromDist = (path) => import(new URL(`dist/${path}`, `file://${root}`).href);
const flag = process.argv.indexOf('--stand-ins');
if (flag > 0) {
  process.argv.splice(flag, 1);
  // Only the demo company connects to the stand-ins, because the server accepts their settings only in demo mode.
  if (!process.argv.includes('--demo')) {
    console.error('--stand-ins is for the demo company: npm start -- --stand-ins.');
    process.exit(1);
  }
  const { startStandIns } = await importFromDist('stand-ins/index.js');
  Object.assign(process.env, await startStandIns());
  console.log(`Webhook address of the stand-in for Slack: ${process.env.SLACK_WEBHOOK}`);
}
await importFromDist('server/main.js');
