import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    appUrl: string;
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });

/** The built product with its demo company, as `npm start` runs it, with its own directory and port. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard e2e '));
  const clock = project.config.env ?? {};
  // scripts/test.mjs has already loaded a demo company on the suite's day.
  if (process.env.DEMO_COMPANY && clock.NODE_OPTIONS) cpSync(process.env.DEMO_COMPANY, dataDir, { recursive: true });
  const port = await freePort();
  const { DATABASE_URL: _, ...env } = { ...process.env, ...clock };
  const child = spawn(process.execPath, ['dist/server/main.js', '--demo'], {
    env: { ...env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const ready = /^ready (http:\S+)/m.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${output}`)));
  });
  project.provide('appUrl', url);
  return async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
}
