import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../../scripts/build.mjs';
import type { TestPlace } from './testDatabase.ts';

/** Required in production; a test of its absence sets it to an empty string. */
export const ENCRYPTION_KEY = '5dd1b0c9c3f2a4be91f07d2b6f8e13a7c45f9e20d8b7316af2c81d04e6a59b73';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The built server: compiling the sources at each start takes ten times the processor time. */
const main = join(root, 'dist/server/main.js');
await ensureBuilt();

export type Started = {
  child: ChildProcess;
  out: () => string;
  err: () => string;
  /** The URL from the ready line. */
  ready: Promise<string>;
  exit: Promise<number | null>;
};

/** The child gets only the part of this process's environment that Node needs. */
const startCommand = (command: string, args: string[], env: Record<string, string>, options: SpawnOptions = {}): Started => {
  const child = spawn(command, args, {
    ...options,
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
  // A test that awaits only the exit must not fail on an unhandled rejection.
  ready.catch(() => {});
  return { child, out: () => out, err: () => err, ready, exit };
};

/** @param script a start script other than the clone's */
export const startProcess = (args: string[], env: Record<string, string>, script = main): Started =>
  startCommand(process.execPath, [script, ...args], env);

/** Starts `npm run NAME` as the leader of its own process group. */
export const startThroughNpm = (name: string, env: Record<string, string>): Started =>
  startCommand('npm', ['run', '--silent', name], { npm_config_update_notifier: 'false', ...env }, { cwd: root, detached: true });

export const stop = async ({ child, exit }: Started): Promise<number | null> => {
  child.kill('SIGTERM');
  return exit;
};

export const environmentOf = ({ databaseUrl, dataDir }: TestPlace): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  PORT: '0',
});

/** A port in use by something else. */
export const occupyPort = async (): Promise<{ port: number; release: () => void }> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, release: () => void server.close() };
};
