import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createStopper } from '../../../server/start/stop.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let agent: Agent;
afterEach(async () => {
  agent.destroy();
  await server.close();
});

type ParsedResponse = { status: number | undefined; headers: IncomingMessage['headers']; body: Record<string, unknown> };
const parseResponse = async (answer: IncomingMessage): Promise<ParsedResponse> => ({
  status: answer.statusCode,
  headers: answer.headers,
  body: JSON.parse(await text(answer)),
});

/** A listening server, an open connection to it, and its stop function. */
const listening = async () => {
  const stopping = createStopper();
  server = await testApp({ phase: stopping.phase });
  stopping.watch(server.app);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string, { method = 'GET', body = '' } = {}): Promise<ParsedResponse> =>
    new Promise((resolve, reject) => {
      const headers = { ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}) };
      const outgoing = request({ port, path, method, agent, headers }, (answer) => resolve(parseResponse(answer)));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  /** A sign-in whose last byte is missing. */
  const half = async () => {
    const body = JSON.stringify({ email: 'nobody@example.test', password: 'x' });
    const begun = once(server.app.server, 'request');
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    const head = [
      'POST /api/v1/auth/login HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      '',
    ];
    socket.write(head.join('\r\n') + body.slice(0, -1));
    await begun;
    const closed = once(socket, 'close');
    return { finish: () => void socket.write(body.slice(-1)), answer: closed.then(() => answer) };
  };
  const stop = (drainMs: number) => stopping.stop(server.app, drainMs);
  return { ask, half, stop, phase: stopping.phase };
};

describe('a stopping server', () => {
  it('decisions 1.06: fails /readyz first, while every other call is answered and its connection closed', async () => {
    const { ask, stop } = await listening();
    expect((await ask('/readyz')).headers.connection).toBe('keep-alive');
    const stopped = stop(700);
    const ready = await ask('/readyz');
    expect([ready.status, ready.headers['retry-after'], ready.headers.connection]).toEqual([503, '1', 'close']);
    expect(ready.body).toEqual({
      message: 'The server is about to restart. Try again in a moment.',
      code: 'stopping',
      request_id: ready.headers['x-request-id'],
    });
    const settings = await ask('/api/v1/public/settings');
    expect([settings.status, settings.headers.connection]).toEqual([200, 'close']);
    await stopped;
    await expect(ask('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('decisions 1.06: then answers 503 in our format on open connections, and finishes running requests', async () => {
    const { ask, half, stop, phase } = await listening();
    await ask('/healthz');
    const { finish, answer } = await half();
    const stopped = stop(0);
    await expect.poll(phase).toBe('refusing');
    const late = await ask('/api/v1/auth/login', { method: 'POST', body: JSON.stringify({ email: 'a@b.test', password: 'x' }) });
    expect([late.status, late.body.code, late.headers['retry-after'], late.headers.connection]).toEqual([503, 'stopping', '1', 'close']);
    expect(late.headers['x-content-type-options']).toBe('nosniff');
    finish();
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
    await stopped;
  });

  it('does not wait for a connection that a browser opened ahead and never used', async () => {
    const { stop } = await listening();
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    const startedAt = Date.now();
    await stop(0);
    await closed;
    expect(Date.now() - startedAt).toBeLessThan(2500);
  });
});
