import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = Readonly<{ headers: IncomingHttpHeaders; body: string }>;
type Reply = Readonly<{ status?: number; headers?: Readonly<Record<string, string>>; delayMs?: number }>;

/** A program that receives webhooks; each answer is taken from `replies`, then 204. */
export const startReceiver = async () => {
  const received: Received[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const { status = 204, headers = {}, delayMs = 0 } = replies.shift() ?? {};
      setTimeout(() => response.writeHead(status, headers).end(), delayMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    replies,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
