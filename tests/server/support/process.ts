import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../../scripts/build.mjs';
import type { TestPlace } from './testDatabase.ts';

/** Production starts with one; a test of its absence sets it to nothing. */
export const ENCRYPTION_KEY = '5dd1b0c9c3f2a4be91f07d2b6f8e13a7c45f9e20d8b7316af2c81d04e6a59b73';

/** As it is shipped: the sources, compiled at each start, took ten times as much of the processor. */
const main = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));
await ensureBuilt();

export type Started = {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  /** The address of the ready line. */
  ready: Promise<string>;
  exit: Promise<number | null>;
};

/** Starts the server as a process of its own, with nothing of this process's environment but what Node needs. */
export const startProcess = (args: string[], env: Record<string, string>): Started => {
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
      ENCRYPTION_KEY,
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      const address = /^ready (http:\/\/\S+)$/m.exec(out)?.[1];
      if (address) resolve(address);
    });
    exit.then((code) => reject(new Error(`exit ${code} before it was ready: ${err}`)));
  });
  // Whoever only awaits the exit must not be told twice.
  ready.catch(() => {});
  return { child, out: () => out, err: () => err, ready, exit };
};

export const stop = async ({ child, exit }: Started): Promise<number | null> => {
  child.kill('SIGTERM');
  return exit;
};

export const environmentOf = ({ databaseUrl, dataDir }: TestPlace): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  PORT: '0',
});

/** A port that something else holds. */
export const heldPort = async (): Promise<{ port: number; release: () => void }> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, release: () => void server.close() };
};
