import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSpecCheck, type Spec } from '../specs/specCheck.ts';

export type VendorCall = Readonly<{
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}>;
export type VendorAnswer = Readonly<{ status: number; body?: unknown; headers?: Readonly<Record<string, string>> }>;
/** The fault of the next calls to a path: another response, a dropped connection, a delay, or invalid JSON. */
export type Fault = VendorAnswer | 'drop' | 'garbage' | Readonly<{ delayMs: number }>;
export type Vendor = Readonly<{
  url: string;
  port: number;
  /** Every call with its response status. */
  journal: (Pick<VendorCall, 'method' | 'path' | 'at'> & { status: number })[];
  /** The next `times` calls whose path contains `part` get the fault, after skipping `skip` of them. */
  fail: (fault: Fault, options?: Readonly<{ part?: string; times?: number; skip?: number }>) => void;
  /** Removes and returns the violations of the vendor's description that a test causes on purpose. */
  forgive: (part: string) => string[];
  /** @throws if a call or response did not match the vendor's description */
  close: () => Promise<void>;
}>;

const send = (response: ServerResponse, { status, body, headers = {} }: VendorAnswer, nowMs: number): void => {
  const isText = typeof body === 'string';
  const type = isText ? 'text/html; charset=utf-8' : 'application/json';
  response.writeHead(status, { date: new Date(nowMs).toUTCString(), 'content-type': type, ...headers });
  response.end(body === undefined ? '' : isText ? body : JSON.stringify(body));
};

/**
 * A local stand-in for an outside system. `now`: its own clock, in milliseconds. `spec`: each call and response is checked against it,
 * except injected faults.
 */
export const startVendor = async (
  answer: (call: VendorCall) => VendorAnswer,
  { port = 0, now = Date.now, spec }: Readonly<{ port?: number; now?: () => number; spec?: Spec }> = {},
): Promise<Vendor> => {
  const specCheck = spec && createSpecCheck(spec);
  const journal: Vendor['journal'] = [];
  const faults: { fault: Fault; part: string; times: number; skip: number }[] = [];

  const faultOf = (path: string): Fault | null => {
    for (const fault of faults) {
      if (fault.times === 0 || !path.includes(fault.part)) continue;
      if (fault.skip > 0) {
        fault.skip -= 1;
        continue;
      }
      fault.times -= 1;
      return fault.fault;
    }
    return null;
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://vendor');
      const call: VendorCall = {
        method: request.method ?? 'GET',
        path: decodeURIComponent(url.pathname),
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: now(),
      };
      const note = (status: number): void => void journal.push({ method: call.method, path: call.path, at: call.at, status });
      const fault = faultOf(call.path);
      if (fault === 'drop') {
        note(0);
        request.socket.destroy();
        return;
      }
      if (fault === 'garbage') {
        note(200);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"half": ');
        return;
      }
      const isSlow = fault !== null && 'delayMs' in fault;
      const given = fault === null || isSlow ? answer(call) : fault;
      if (fault === null) specCheck?.check(call, given);
      note(given.status);
      if (isSlow) setTimeout(() => send(response, given, call.at), fault.delayMs).unref();
      else send(response, given, call.at);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    journal,
    fail: (fault, { part = '', times = 1, skip = 0 } = {}) => void faults.push({ fault, part, times, skip }),
    forgive: (part) => specCheck?.forgive(part) ?? [],
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      specCheck?.mustHold();
    },
  };
};

/** Allows at most `limit` calls in any `periodMs`. @returns a function that counts a call and returns true if it is allowed */
export const allowance = (limit: number, periodMs: number, now: () => number): (() => boolean) => {
  let times: number[] = [];
  return () => {
    times = times.filter((timeMs) => timeMs > now() - periodMs);
    if (times.length >= limit) return false;
    times.push(now());
    return true;
  };
};

export const parsedBody = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
