import { fill, messages } from '../../../contract/messages.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { ConnectionProblem, type Refusal } from '../../domain/connections/connectionProblem.ts';
import type { Connected } from '../../domain/connections/connector.ts';
import type { Call } from '../../domain/connections/outgoing.ts';
import type { SyncWindow } from '../windows.ts';
import type { SlingSettings } from './slingForm.ts';

const t = messages.sling;
/** Sling appears to allow about twenty calls per minute. */
const rules = [{ name: 'calls', limit: 18, periodMs: 60_000, burst: 10 }];
/** Sling's rate-limit response gives no delay; half a minute has proved sufficient. */
const RATE_LIMITED_MS = 30_000;
const PAGE_SIZE = 500;
/** A multiple of this size may be a full page, if Sling uses its own page size. */
const LIKELY_SIZE = 50;

export type SlingUrls = Readonly<{ apiUrl: string; userAgent: string }>;
type Session = Readonly<{ org: string; user: string }>;
type Body = Readonly<Record<string, unknown>>;

const record = (value: unknown): Body => {
  if (typeof value !== 'object' || value === null) throw new Error('not an object');
  return value as Body;
};
const idOf = (value: unknown): string => {
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error('no id');
  return String(value);
};
const isPage = (body: string): boolean => /^\s*</.test(body);

/** Sling as seen by one person. The token is sent without "Bearer"; after a 401, one new sign-in per run is tried. */
export const slingApi = ({ connection, outgoing, secret, keepSecret, signal }: Connected, { apiUrl, userAgent }: SlingUrls) => {
  const { email } = connection.settings as SlingSettings;
  const toRefusal = (kind: Refusal['kind'], message: string): Refusal => ({ kind, message: fill(message, { name: connection.name }) });
  const classifyBlocked = (status: number, body: string): Refusal | null =>
    status === 403 && isPage(body) ? toRefusal('upstream_down', t.blocked) : null;
  const api = outgoing({ baseUrl: apiUrl, rules, rateLimitedMs: RATE_LIMITED_MS, classify: classifyBlocked });
  const signInApi = outgoing({
    baseUrl: apiUrl,
    rules,
    rateLimitedMs: RATE_LIMITED_MS,
    classify: (status, body) => {
      if (status < 400 || status === 429 || status >= 500) return null;
      if (/two.?factor|second factor|verification code|mfa|2fa/i.test(body)) return toRefusal('auth_expired', t.secondFactor);
      return classifyBlocked(status, body) ?? toRefusal('auth_expired', t.refused);
    },
  });
  const headers = { 'user-agent': userAgent };
  const callOptions = signal ? { signal } : {};

  let token: string | null = null;
  let canRenew = true;
  const login = async (): Promise<string> => {
    const password = (await secret('password'))?.text ?? '';
    const body = JSON.stringify({ email, password });
    const call: Call = {
      method: 'POST',
      path: 'v1/account/login',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      ...callOptions,
    };
    const signedIn = await signInApi.json(call, (_, responseHeaders) => {
      const authorizationHeader = responseHeaders.get('authorization');
      if (!authorizationHeader) throw new Error('no token');
      return authorizationHeader;
    });
    await keepSecret('token', signedIn);
    return signedIn;
  };

  const get = async <T>(path: string, query: Readonly<Record<string, string>>, read: (body: unknown) => T): Promise<T> => {
    const storedToken = token ?? (await secret('token'))?.text ?? null;
    // A token that was just issued is not renewed.
    if (storedToken === null) canRenew = false;
    token = storedToken ?? (await login());
    const attemptWith = (authorization: string): Promise<T> =>
      api.json({ path, query, headers: { ...headers, authorization }, ...callOptions }, read);
    try {
      return await attemptWith(token);
    } catch (error) {
      if (!(error instanceof ConnectionProblem) || error.kind !== 'auth_expired' || !canRenew) throw error;
      canRenew = false;
      token = await login();
      return attemptWith(token);
    }
  };

  return {
    /** Signs in regardless of a stored token, to test the password. */
    prove: async (): Promise<void> => {
      canRenew = false;
      token = await login();
    },
    session: (): Promise<Session> =>
      get('v1/account/session', {}, (body) => {
        const { user, org, orgId } = record(body);
        return { org: idOf(orgId ?? record(org).id), user: idOf(record(user).id) };
      }),
    people: ({ org }: Session): Promise<unknown> => get(`v1/${org}/users/concise`, {}, record),
    /** All calendar entries of a window, one day wider at both ends, without duplicates. */
    calendar: async ({ org, user }: Session, { from, until }: SyncWindow): Promise<unknown[]> => {
      const dates = `${addDays(from, -1)}T00:00:00/${addDays(until, 2)}T00:00:00`;
      const entries = new Map<string, unknown>();
      for (let page = 0; ; page += 1) {
        const query = { dates, pageSize: String(PAGE_SIZE), page: String(page) };
        const rows = await get(`v1/${org}/calendar/${org}/users/${user}`, query, (body) => {
          if (!Array.isArray(body)) throw new Error('not a list');
          return body as unknown[];
        });
        const before = entries.size;
        for (const row of rows) entries.set(idOf(record(row).id), row);
        const isFull = rows.length >= PAGE_SIZE || (rows.length > 0 && rows.length % LIKELY_SIZE === 0);
        if (!isFull || entries.size === before) return [...entries.values()];
      }
    },
  };
};
