// npm run soak -- walk [--seed N] [--actions N]: the built demo used at random by one person of each role, against the properties of walk/properties.ts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Role, roles } from '../contract/entities/user.ts';
import { openBrowser } from '../tests/e2e/support/browser.ts';
import { startServer } from './support/server.ts';
import { properties } from './walk/properties.ts';
import { type Finding, walkRole } from './walk/walkRole.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, actions: { type: 'string' } } });
const [seed, wanted] = [Number(values.seed), Number(values.actions ?? 10_000)];
if (!Number.isInteger(seed) || !Number.isInteger(wanted) || wanted < roles.length) {
  console.error('usage: npm run soak -- walk [--seed N] [--actions N]');
  process.exit(2);
}
/** No time limit applies if the number of actions is given. */
const MAX_MINUTES = values.actions ? Number.POSITIVE_INFINITY : 9;
const LANES = 2;

const start = performance.now();
const deadline = start + MAX_MINUTES * 60_000;
const directory = mkdtempSync(join(tmpdir(), 'quotaboard-walk-'));
const seconds = (): number => Math.round((performance.now() - start) / 1000);
const demo = await startServer({ DATA_DIR: directory }, [process.execPath, 'dist/server/main.js', '--demo']);
const browser = await openBrowser();
const findings: Finding[] = [];
let done = 0;
try {
  const queue: Role[] = [...roles];
  const perRole = Math.ceil(wanted / roles.length);
  const lane = async (): Promise<void> => {
    for (let role = queue.shift(); role; role = queue.shift()) {
      const waves = Math.ceil((queue.length + 1) / LANES);
      const limit = Math.min(deadline, performance.now() + (deadline - performance.now()) / waves);
      const order = { role, seed: `${seed}/${role}`, actions: perRole, deadline: limit };
      const walked = await walkRole(browser, demo.url, order);
      done += walked.done;
      findings.push(...walked.findings);
      console.log(`${role}: ${walked.done} actions, ${walked.findings.length} findings, ${seconds()} s`);
      for (const { property, detail, step, url, trail } of walked.findings)
        console.log(`  ${property}: ${detail}\n    step ${step} at ${url}\n    after ${trail.join(' · ')}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
} finally {
  await browser.close();
  await demo.stop();
  rmSync(directory, { recursive: true, force: true });
}
console.log(
  `walk: ${done} actions as ${roles.length} roles · ${properties.length} properties · ${findings.length} findings · seed ${seed} · ${seconds()} s` +
    (done < wanted ? ' · a sample: the time was up' : ''),
);
process.exit(findings.length === 0 ? 0 : 1);
