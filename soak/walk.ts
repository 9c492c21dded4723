// npm run soak -- walk [--seed N] [--actions N]: one person of each role uses the built demo at random, checked against fifteen properties.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Role, roles } from '../contract/entities/user.ts';
import { openBrowser } from '../tests/e2e/support/browser.ts';
import { type Finding, walkRole } from './walk/walkRole.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, actions: { type: 'string' }, url: { type: 'string' } } });
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

/** Starts the built demo in a separate process. */
const startDemo = async (): Promise<Readonly<{ url: string; stop: () => Promise<void> }>> => {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, ['dist/server/main.js', '--demo'], {
    env: { ...env, PORT: process.env.PORT ?? '9061', DATA_DIR: directory, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /^ready (http:\S+)/m.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    exit.then(() => reject(new Error(`the server ended before it was ready:\n${output}`)));
  });
  return {
    url,
    stop: () => {
      child.kill('SIGTERM');
      return exit;
    },
  };
};

const demo = await startDemo();
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
      const walked = await walkRole(browser, demo.url, { role, seed: seed * 100 + roles.indexOf(role), actions: perRole, deadline: limit });
      done += walked.done;
      findings.push(...walked.findings);
      console.log(
        `${role}: ${walked.done} actions, ${walked.findings.length} findings, ${Math.round((performance.now() - start) / 1000)} s`,
      );
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
  `${done} actions · 15 properties · ${findings.length} findings · seed ${seed} · ${Math.round((performance.now() - start) / 1000)} s` +
    (done < wanted ? ' · a sample: the time was up' : ''),
);
process.exit(findings.length === 0 ? 0 : 1);
