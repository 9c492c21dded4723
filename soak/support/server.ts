import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const KEY = '5dd1b0c9c3f2a4be91f07d2b6f8e13a7c45f9e20d8b7316af2c81d04e6a59b73';

/** Node options of `npm run serve`. */
const nodeOptions = (): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { serve: string } };
  return scripts.serve.split(' ').filter((word) => word.startsWith('--'));
};

const directArgs = (): string[] => [process.execPath, ...nodeOptions(), 'dist/server/main.js'];
/** Starts the server as an operator does; signals go to npm. */
export const throughNpm: readonly string[] = ['npm', 'run', '--silent', 'serve'];

/** The built server in a separate process, and how it exited. */
export const startServer = async (env: Readonly<Record<string, string>>, [command = '', ...args]: readonly string[] = directArgs()) => {
  const child = spawn(command, args, {
    cwd: root,
    env: {
      npm_config_update_notifier: 'false',
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      // Passes a shifted clock on to the server (scripts/clock.mjs).
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
      ENCRYPTION_KEY: KEY,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exit = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const url = await new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /^ready (http:\S+)/m.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    exit.then((code) => reject(new Error(`the server ended with ${code} before it was ready:\n${output}`)));
  });
  const stop = (): Promise<number | string> => {
    child.kill('SIGTERM');
    return exit;
  };
  return { url, pid: child.pid ?? 0, exit, stop, output: () => output, ended: () => child.exitCode !== null || child.signalCode !== null };
};
export type Started = Awaited<ReturnType<typeof startServer>>;

export type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; text: string }>;
export type RequestOptions = Readonly<{
  method?: string;
  token?: string | undefined;
  body?: object;
  headers?: Readonly<Record<string, string>>;
  /** False opens a new connection. */
  agent?: Agent | false;
}>;

/** One call with its full response. @throws on a refused, reset or cut connection */
export const ask = (url: string, { method = 'GET', token, body, headers = {}, agent }: RequestOptions = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const payload = body === undefined ? '' : JSON.stringify(body);
    const sent = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) } : {}),
      ...headers,
    };
    const outgoing = request(url, { method, headers: sent, ...(agent === undefined ? {} : { agent }) }, (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: read }), reject);
    });
    outgoing.on('error', reject);
    outgoing.setTimeout(30_000, () => outgoing.destroy(new Error('no answer within 30 s')));
    outgoing.end(payload);
  });

export const json = <T>(answer: Answer): T => JSON.parse(answer.text) as T;

/** A 503 as defined in decisions 1.06: with Retry-After and our error shape. */
export const isOurs503 = (answer: Answer): boolean => {
  if (answer.status !== 503 || answer.headers['retry-after'] === undefined) return false;
  const { message, code, request_id } = json<Record<string, unknown>>(answer);
  return [message, code, request_id].every((value) => typeof value === 'string' && value !== '');
};
