import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mercurySpec } from '../specs/mercury.ts';
import { createSpecCheck } from '../specs/specCheck.ts';
import { type Answered, answerOf, ipRefused, refusal } from './answers.ts';
import { createWorld } from './world.ts';

export const TOKEN = `secret-token:mercury_production_rw_${'a1b2c3d4'.repeat(8)}`;
export type Seen = Readonly<{ path: string; query: URLSearchParams; at: number; status: number }>;
/** A fault of the next calls whose path starts with `path`. */
export type Fault = Readonly<{
  path?: string;
  times?: number;
  kind: 'status' | 'timeout' | 'cut' | 'half' | 'shape' | 'html';
  status?: number;
  headers?: Readonly<Record<string, string>>;
}>;
type Options = Readonly<{ now?: () => Date; token?: string; port?: number; perSecond?: number }>;

const PREFIX = '/api/v1';
const send = (response: ServerResponse, { status, body, headers = {} }: Answered): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

/** A page cut off in the middle, one with an undocumented shape, or HTML. */
const malformed = (body: unknown, kind: Fault['kind']): string => {
  const text = JSON.stringify(body);
  if (kind === 'half') return text.slice(0, Math.floor(text.length / 2));
  return kind === 'shape' ? JSON.stringify({ data: 'nothing of the kind' }) : '<html><body>Bad gateway</body></html>';
};

/** A local Mercury as documented (research/integrations.md, 2): paging, changing statuses, events, faults on demand, a journal. */
export const startMercury = async ({ now = () => new Date(), token = TOKEN, port = 0, perSecond = 0 }: Options = {}) => {
  const world = createWorld(now);
  const seen: Seen[] = [];
  const faults: { fault: Fault; left: number }[] = [];
  const state = { token, ipListed: true };
  const recent: number[] = [];
  const specCheck = createSpecCheck(mercurySpec);

  const isTooMany = (): boolean => {
    if (perSecond === 0) return false;
    const nowMs = Date.now();
    while (recent.length > 0 && (recent[0] as number) < nowMs - 1000) recent.shift();
    recent.push(nowMs);
    return recent.length > perSecond;
  };
  const faultFor = (path: string): Fault | null => {
    const match = faults.find(({ fault, left }) => left > 0 && path.startsWith(fault.path ?? '/'));
    if (!match) return null;
    match.left -= 1;
    return match.fault;
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const path = url.pathname.startsWith(PREFIX) ? url.pathname.slice(PREFIX.length) : url.pathname;
    const note = (status: number): void => void seen.push({ path, query: url.searchParams, at: Date.now(), status });
    request.resume();
    const refused = state.ipListed ? refusal(request.headers.authorization, state.token) : ipRefused;
    const answered: Answered =
      refused ?? (isTooMany() ? { status: 429, body: {}, headers: { 'retry-after': '1' } } : answerOf(world, path, url.searchParams));
    const fault = faultFor(path);
    note(fault?.kind === 'status' ? (fault.status ?? 500) : answered.status);
    if (!fault) {
      specCheck.check({ method: request.method ?? 'GET', path, query: url.searchParams, body: '' }, answered);
      return send(response, answered);
    }
    if (fault.kind === 'status')
      return send(response, {
        status: fault.status ?? 500,
        body: { errors: { errorCode: 'internal', message: 'Out of order' } },
        ...(fault.headers ? { headers: fault.headers } : {}),
      });
    if (fault.kind === 'timeout') return;
    const text = fault.kind === 'cut' ? JSON.stringify(answered.body) : malformed(answered.body, fault.kind);
    response.writeHead(fault.kind === 'html' ? 502 : 200, {
      'content-type': fault.kind === 'html' ? 'text/html' : 'application/json',
      ...(fault.kind === 'cut' ? { 'content-length': String(Buffer.byteLength(text) + 64) } : {}),
    });
    response.write(text);
    if (fault.kind === 'cut') response.socket?.destroy();
    else response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    apiUrl: `${url}${PREFIX}`,
    ...world,
    seen,
    forgive: specCheck.forgive,
    token: () => state.token,
    fail: (fault: Fault): void => void faults.push({ fault, left: fault.times ?? 1 }),
    heal: (): void => void faults.splice(0),
    revoke: (): void => {
      state.token = 'secret-token:revoked';
    },
    allow: (given: string): void => {
      state.token = given;
    },
    listAddress: (listed: boolean): void => {
      state.ipListed = listed;
    },
    /** A delivery with Mercury's signature: `t=<seconds>,v1=<hex>` over seconds, a dot and the body. */
    signed: (secret: string, body: object, at: Date = now()) => {
      const raw = JSON.stringify(body);
      const seconds = Math.floor(at.getTime() / 1000);
      const v1 = createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex');
      return { raw, headers: { 'content-type': 'application/json', 'mercury-signature': `t=${seconds},v1=${v1}` } };
    },
    /** @throws if a call or response did not match the vendor's description */
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      specCheck.mustHold();
    },
  };
};
export type MercuryStandIn = Awaited<ReturnType<typeof startMercury>>;
