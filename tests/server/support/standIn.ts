import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = Readonly<{ method: string; url: string; headers: IncomingMessage['headers']; body: string; at: number }>;
type Behaviour = (response: ServerResponse, seen: Seen) => void;
export type StandIn = Readonly<{ url: string; seen: Seen[]; next: (...behaviours: Behaviour[]) => void; close: () => Promise<void> }>;

export const respondWith =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** A local stand-in for an outside system: it gives the responses queued by a test, one per call, then `{ ok: true }`. */
export const startStandIn = async (): Promise<StandIn> => {
  const seen: Seen[] = [];
  const queue: Behaviour[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString(), at: performance.now() };
      seen.push(one);
      (queue.shift() ?? respondWith(200, { ok: true }))(response, one);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    next: (...behaviours) => void queue.push(...behaviours),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
