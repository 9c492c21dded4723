import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Company, createCompany, entityNamed } from './company.ts';
import { answerQuery } from './query.ts';

export type { Company } from './company.ts';
export type ReceivedCall = Readonly<{ method: string; path: string; query: URLSearchParams; body: string }>;
/** Responds instead of the stand-in; returns false to let it respond normally. */
export type Fault = (response: ServerResponse, heard: ReceivedCall) => boolean;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ACCESS_S = 3600;
const REFRESH_S = 8_726_400;
/** A replaced token stays valid for a day. */
const GRACE_MS = DAY;

export const CLIENT_ID = 'stand-in-client';
export const CLIENT_SECRET = 'stand-in-secret';

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): true => {
  response.writeHead(status, { 'content-type': 'application/json', intuit_tid: randomBytes(8).toString('hex'), ...headers });
  response.end(JSON.stringify(body));
  return true;
};
/** The gateway's own error has lowercase keys. */
const unauthenticated = (response: ServerResponse): true =>
  json(response, 401, {
    warnings: null,
    fault: {
      error: [{ message: 'message=AuthenticationFailed; errorCode=003200; statusCode=401', detail: 'Token expired', code: '3200' }],
      type: 'AUTHENTICATION',
    },
    time: 0,
  });

const invalid = (response: ServerResponse, detail: string): true =>
  json(response, 400, { Fault: { Error: [{ Message: 'Invalid request', Detail: detail, code: '2010' }], type: 'ValidationFault' } });

/** Faults on demand: each replaces one response. */
export const faults = {
  status:
    (status: number, body: unknown = {}, headers: Record<string, string> = {}): Fault =>
    (response) =>
      json(response, status, body, headers),
  throttled: ((response) =>
    json(response, 429, {
      fault: { error: [{ message: 'message=ThrottleExceeded; errorCode=003001; statusCode=429', code: '3001' }], type: 'SERVICE' },
    })) as Fault,
  forbidden: ((response) =>
    json(response, 403, {
      fault: { error: [{ message: 'ApplicationAuthorizationFailed', code: '3100' }], type: 'AUTHORIZATION' },
    })) as Fault,
  unauthenticated: ((response) => unauthenticated(response)) as Fault,
  cut: ((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10000' });
    response.write('{"QueryResponse":{"Invoice":[{"Id":"1"');
    setTimeout(() => response.destroy(), 20);
    return true;
  }) as Fault,
  /** A complete response that isn't valid JSON. */
  half: ((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"QueryResponse":{"Invoice":[{"Id":"1"');
    return true;
  }) as Fault,
  never: (() => true) as Fault,
  shape: ((response) => json(response, 200, { QueryResponse: { Invoice: [{ Nothing: true }] }, CDCResponse: 'none' })) as Fault,
  faultIn200: ((response) =>
    json(response, 200, { Fault: { Error: [{ Message: 'An unexpected error', code: '10000' }], type: 'SystemFault' } })) as Fault,
};

type Token = {
  realm: string;
  access: string;
  accessUntil: number;
  refresh: string;
  before: { value: string; until: number } | null;
  revoked: boolean;
};

/** A local QuickBooks as documented: sign-in, rotation, expiry, limits, queries, changes (decisions 7.01). */
export const startQuickBooks = async ({ limits = true, nowMs = Date.now }: Readonly<{ limits?: boolean; nowMs?: () => number }> = {}) => {
  let offset = 0;
  const now = (): Date => new Date(nowMs() + offset);
  const companies = new Map<string, Company>();
  const codes = new Map<string, string>();
  const tokens: Token[] = [];
  const journal: ReceivedCall[] = [];
  const queued: Fault[] = [];
  const calls = new Map<string, number[]>();
  let rotates = false;
  let losesExchange = false;

  const token = (): string => randomBytes(24).toString('base64url');
  const issue = (response: ServerResponse, one: Token): true => {
    one.access = token();
    one.accessUntil = now().getTime() + ACCESS_S * 1000;
    return json(response, 200, {
      token_type: 'bearer',
      access_token: one.access,
      expires_in: ACCESS_S,
      refresh_token: one.refresh,
      x_refresh_token_expires_in: REFRESH_S,
    });
  };

  const exchange = (response: ServerResponse, request: IncomingMessage, body: string): true => {
    const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return json(response, 401, { error: 'invalid_client' });
    const form = new URLSearchParams(body);
    if (form.get('grant_type') === 'authorization_code') {
      const realm = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (!realm) return json(response, 400, { error: 'invalid_grant' });
      const one: Token = { realm, access: '', accessUntil: 0, refresh: token(), before: null, revoked: false };
      tokens.push(one);
      return issue(response, one);
    }
    const given = form.get('refresh_token');
    const one = tokens.find(
      ({ refresh, before, revoked }) => !revoked && (refresh === given || (before?.value === given && before.until > now().getTime())),
    );
    if (!one) return json(response, 400, { error: 'invalid_grant', error_description: 'Incorrect or invalid refresh token' });
    if (rotates && one.refresh === given) {
      one.before = { value: one.refresh, until: now().getTime() + GRACE_MS };
      one.refresh = token();
    }
    if (losesExchange) {
      losesExchange = false;
      response.destroy();
      return true;
    }
    return issue(response, one);
  };

  const throttled = (realm: string): boolean => {
    const nowMs = Date.now();
    const recent = (calls.get(realm) ?? []).filter((item) => item > nowMs - 60_000);
    recent.push(nowMs);
    calls.set(realm, recent);
    return limits && (recent.length > 500 || recent.filter((item) => item > nowMs - 1000).length > 10);
  };

  const answerCompany = (response: ServerResponse, company: Company, rest: string, query: URLSearchParams): boolean => {
    const time = now().toISOString();
    if (rest.startsWith('companyinfo/')) return json(response, 200, { CompanyInfo: company.info, time });
    if (rest === 'query') {
      try {
        return json(response, 200, { QueryResponse: answerQuery(company, query.get('query') ?? ''), time });
      } catch (error) {
        return json(response, 400, {
          Fault: { Error: [{ Message: 'Error parsing query', Detail: String(error), code: '4000' }], type: 'ValidationFault' },
          time,
        });
      }
    }
    if (rest === 'cdc') {
      const since = query.get('changedSince') ?? '';
      if (Date.parse(since) < now().getTime() - 30 * DAY)
        return json(response, 400, { Fault: { Error: [{ Message: 'changedSince is too old', code: '2010' }], type: 'ValidationFault' } });
      let remaining = 1000;
      const requested = (query.get('entities') ?? '').split(',').map((name) => ({ name, entity: entityNamed(name) }));
      const unknown = requested.find(({ entity }) => entity === undefined);
      if (unknown || Number.isNaN(Date.parse(since)))
        return invalid(response, unknown ? `Invalid entity ${unknown.name}` : 'Invalid changedSince');
      const answers = requested.map(({ entity = 'Customer' }) => {
        const rows = company.changedSince(entity, since).slice(0, remaining);
        remaining -= rows.length;
        return rows.length === 0 ? {} : { [entity]: rows, startPosition: 1, maxResults: rows.length };
      });
      return json(response, 200, { CDCResponse: [{ QueryResponse: answers }], time });
    }
    const [, id] = /^invoice\/(\d+)$/.exec(rest) ?? [];
    const whole = id && company.whole('Invoice', id, query.get('include'));
    if (whole) return json(response, 200, { Invoice: whole, time });
    if (id) return json(response, 400, { Fault: { Error: [{ Message: 'Object Not Found', code: '610' }], type: 'ValidationFault' }, time });
    return json(response, 404, {});
  };

  /** The vendor's own page: choose a company or decline. */
  const authorize = (response: ServerResponse, query: URLSearchParams): true => {
    const back = (overrides: Record<string, string>): string => {
      const url = new URL(query.get('redirect_uri') ?? '');
      for (const [name, value] of Object.entries({ state: query.get('state') ?? '', ...overrides })) url.searchParams.set(name, value);
      return url.href.replace(/&/g, '&amp;');
    };
    const links = [...companies.values()].map(({ realm, name }) => {
      const code = token();
      codes.set(code, realm);
      return `<p><a href="${back({ code, realmId: realm })}">Connect ${name}</a></p>`;
    });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>QuickBooks stand-in</title><h1>Connect to QuickBooks</h1>${links.join('')}<p><a href="${back({ error: 'access_denied' })}">Cancel</a></p>`,
    );
    return true;
  };

  const answer = (response: ServerResponse, request: IncomingMessage, heard: ReceivedCall): boolean => {
    const { path, query, body } = heard;
    if (path === '/connect/oauth2') return authorize(response, query);
    if (path === '/oauth2/v1/tokens/bearer') return exchange(response, request, body);
    if (path === '/v2/oauth2/tokens/revoke') {
      const given = (JSON.parse(body) as { token?: string }).token;
      for (const one of tokens) if (one.refresh === given) one.revoked = true;
      return json(response, 200, {});
    }
    const [, realm = '', rest = ''] = /^\/v3\/company\/(\d+)\/(.+)$/.exec(path) ?? [];
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
    const one = tokens.find(({ access, accessUntil, revoked }) => access === bearer && accessUntil > now().getTime() && !revoked);
    if (!one) return unauthenticated(response);
    const company = companies.get(realm);
    if (!company || one.realm !== realm) return faults.forbidden(response, heard);
    if (throttled(realm)) return faults.throttled(response, heard);
    return answerCompany(response, company, rest, query);
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://stand-in');
      const heard = { method: request.method ?? '', path: url.pathname, query: url.searchParams, body: Buffer.concat(chunks).toString() };
      journal.push(heard);
      const fault = url.pathname === '/connect/oauth2' ? undefined : queued.shift();
      if (!fault?.(response, heard)) answer(response, request, heard);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    journal,
    env: {
      QUICKBOOKS_API_URL: url,
      QUICKBOOKS_AUTHORIZE_URL: `${url}/connect/oauth2`,
      QUICKBOOKS_TOKEN_URL: `${url}/oauth2/v1/tokens`,
      QUICKBOOKS_REVOKE_URL: `${url}/v2/oauth2/tokens`,
      QUICKBOOKS_CLIENT_ID: CLIENT_ID,
      QUICKBOOKS_CLIENT_SECRET: CLIENT_SECRET,
    },
    /** The suggested value in the tab (decisions 7.09). */
    values: { invoice_suffix: 'DEMO' },
    now,
    advance: (ms: number): void => {
      offset += ms;
    },
    company: (realm: string, name: string): Company => {
      const made = createCompany(realm, name, now);
      companies.set(realm, made);
      return made;
    },
    /** The code that the vendor's page would return. */
    codeFor: (realm: string): string => {
      const code = createHash('sha256').update(`${realm} ${codes.size} ${Math.random()}`).digest('hex');
      codes.set(code, realm);
      return code;
    },
    next: (...more: readonly Fault[]): void => void queued.push(...more),
    forgetFaults: (): void => void queued.splice(0),
    /** With `always`, every exchange returns a new refresh token; the vendor does so about once a day. */
    rotate: (always: boolean): void => {
      rotates = always;
    },
    /** The next exchange rotates the token, but its response is lost. */
    loseNextExchange: (): void => {
      losesExchange = true;
    },
    expireAccess: (): void => {
      for (const one of tokens) one.accessUntil = 0;
    },
    revokeAll: (): void => {
      for (const one of tokens) one.revoked = true;
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
export type QuickBooksStandIn = Awaited<ReturnType<typeof startQuickBooks>>;
