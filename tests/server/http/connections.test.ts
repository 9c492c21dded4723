import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import type { ServerApp } from '../../../server/http/app.types.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

const REQUEST_MS = 1000;
const STALLED_MS = 1500;
const MAX_RESPONSE_MS = 6000;
/** Node looks for late requests once a second. */
const CHECK_MS = 1000;
/** Allows for a busy machine. */
const SLACK_MS = 2500;
const KIND_COUNT = 8;

let server: TestApp;
let app: ServerApp;
let port: number;
beforeAll(async () => {
  server = await testApp();
  const config = { logLevel: 'silent', trustProxy: [], publicUrl: undefined } as const;
  app = buildApp({
    db: server.db,
    clock: server.clock,
    config,
    requestTimeoutMs: REQUEST_MS,
    answerLimits: { stalledMs: STALLED_MS, wholeMs: MAX_RESPONSE_MS },
  });
  app.get('/large', { config: { permission: 'public' } }, async () => Buffer.alloc(32 * 1024 * 1024));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  await app.close();
  await server.close();
});

type Opened = Readonly<{ socket: Socket; closed: Promise<number> }>;
/** A connection that sends `first` and then `drop` repeatedly; `closed` resolves to its lifetime in milliseconds. */
const open = (first: string, drop = '', reads = true): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1', () => {
      if (first !== '') socket.write(first);
      const timer = drop === '' ? undefined : setInterval(() => socket.write(drop), 200);
      const closed = new Promise<number>((end) =>
        socket.once('close', () => {
          clearInterval(timer);
          end(performance.now() - startedAt);
        }),
      );
      if (reads) socket.resume();
      resolve({ socket, closed });
    });
    socket.on('error', reads ? () => undefined : reject);
  });
const openAll = (...args: Parameters<typeof open>): Promise<Opened[]> =>
  Promise.all(Array.from({ length: KIND_COUNT }, () => open(...args)));
const connections = (): Promise<number> =>
  new Promise((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
const head = 'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\n';

describe('half-open connections', () => {
  it('decisions 1.08: are closed in time when sending nothing, half a head, half a body or a byte at a time, and block no one', async () => {
    const all = [
      ...(await openAll('')),
      ...(await openAll(head)),
      ...(await openAll(head, 'x: y\r\n')),
      ...(await openAll(`${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`, ' ')),
    ];
    await expect.poll(connections).toBe(4 * KIND_COUNT);
    const startedAt = performance.now();
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(1000);
    const lifetimesMs = await Promise.all(all.map(({ closed }) => closed));
    expect(Math.max(...lifetimesMs)).toBeLessThan(REQUEST_MS + CHECK_MS + SLACK_MS);
  });

  it('decisions 1.08: are closed with the response when they never read it', { timeout: 20_000 }, async () => {
    const all = await openAll('GET /large HTTP/1.1\r\nhost: x\r\n\r\n', '', false);
    await expect.poll(connections).toBeGreaterThanOrEqual(KIND_COUNT);
    await expect.poll(connections, { timeout: 2 * STALLED_MS + SLACK_MS + 2000 }).toBeLessThanOrEqual(1);
    for (const { socket } of all) socket.destroy();
  });

  it('decisions 1.08: are closed when they keep sending without reading', { timeout: 20_000 }, async () => {
    const others = await connections();
    const { socket } = await open('GET /large HTTP/1.1\r\nhost: x\r\n\r\n', '\r\n', false);
    const startedAt = performance.now();
    await expect.poll(connections).toBe(others + 1);
    await expect.poll(connections, { timeout: MAX_RESPONSE_MS + SLACK_MS }).toBe(others);
    expect(performance.now() - startedAt).toBeGreaterThan(2 * STALLED_MS);
    socket.destroy();
  });

  it('decisions 1.08: deliver the whole response to a slow reader', { timeout: 20_000 }, async () => {
    let bytes = 0;
    const { socket, closed } = await open('GET /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', '', false);
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 4);
    });
    await closed;
    expect(bytes).toBeGreaterThan(32 * 1024 * 1024);
  });
});
