import { setTimeout as pause } from 'node:timers/promises';
import { DAY, later, MINUTE } from '../../domain/shared/clock.ts';
import { type Connected, ConnectionProblem } from '../connector.ts';
import type { Vendors } from '../vendors.ts';

type App = Vendors['quickbooks'];
/** Sealed as one text: whoever exchanges the refresh token keeps all of it before the access token is used. */
export type Tokens = Readonly<{ access: string; refresh: string; access_until: string; refresh_until: string; hard_until: string | null }>;

/** An access token that ends within this is exchanged first. */
const EARLY_MS = 2 * MINUTE;
const LEASE_MS = 40_000;
const LOOK_MS = 200;
const LOOKS = 250;
/** How long a sign-in may last at all, where the vendor does not say (Intuit, since October 2023). */
export const CAP_MS = 5 * 365 * DAY;

const textOf = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw new Error('no text');
  return value;
};
const secondsOf = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error('no number');
  return value;
};

const readTokens =
  (at: Date, hardUntil: string | null) =>
  (body: unknown): Tokens => {
    const said = body as Record<string, unknown>;
    const hard = said.x_refresh_token_hard_expires_in;
    return {
      access: textOf(said.access_token),
      refresh: textOf(said.refresh_token),
      access_until: later(at, secondsOf(said.expires_in) * 1000).toISOString(),
      refresh_until: later(at, secondsOf(said.x_refresh_token_expires_in) * 1000).toISOString(),
      hard_until: typeof hard === 'number' ? later(at, hard * 1000).toISOString() : hardUntil,
    };
  };

const basic = ({ clientId, clientSecret }: App): string => `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** `invalid_grant` is our sign-in, `invalid_client` the operator's keys. */
const classify = (status: number, text: string) => {
  if (status !== 400 && status !== 401) return null;
  return text.includes('invalid_client') ? ('invalid_config' as const) : ('auth_expired' as const);
};

const exchange = (app: App, connected: Connected, form: Readonly<Record<string, string>>, hardUntil: string | null): Promise<Tokens> =>
  connected.outgoing({ baseUrl: app.tokenUrl, classify }).json(
    {
      method: 'POST',
      path: 'bearer',
      headers: { authorization: basic(app), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    },
    readTokens(connected.clock(), hardUntil),
  );

/** The tokens for the code of the vendor's page, kept. */
export const exchangeCode = async (app: App, connected: Connected, code: string, redirect_uri: string): Promise<Tokens> => {
  const cap = later(connected.clock(), CAP_MS).toISOString();
  const tokens = await exchange(app, connected, { grant_type: 'authorization_code', code, redirect_uri }, cap);
  await connected.keepSecret('tokens', JSON.stringify(tokens));
  return tokens;
};

const opened = async (connected: Connected): Promise<Readonly<{ tokens: Tokens; version: number }>> => {
  const found = await connected.secret('tokens');
  if (!found) throw new ConnectionProblem('auth_expired', connected.connection.name);
  return { tokens: JSON.parse(found.text) as Tokens, version: found.version };
};

/**
 * An access token that is good for a while. One of all instances exchanges at a time, by a lease on the connection; what it got is kept before
 * it is used, and only over the version that it exchanged, so that a refresh token is never lost to another writer.
 * @param refused the version whose access token was refused: it is exchanged whatever its clock says
 */
export const accessToken = async (
  app: App,
  connected: Connected,
  refused: number | null = null,
): Promise<Readonly<{ token: string; version: number }>> => {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const { tokens, version } = await opened(connected);
    const isGood = version !== refused && Date.parse(tokens.access_until) - EARLY_MS > connected.clock().getTime();
    if (isGood) return { token: tokens.access, version };
    const endLease = await connected.lease(LEASE_MS);
    if (!endLease) {
      await pause(LOOK_MS, undefined, connected.signal ? { signal: connected.signal } : {});
      continue;
    }
    try {
      // Somebody may have exchanged it just before.
      const now = await opened(connected);
      if (now.version !== version) continue;
      const fresh = await exchange(app, connected, { grant_type: 'refresh_token', refresh_token: tokens.refresh }, tokens.hard_until);
      if (await connected.replaceSecret('tokens', version, JSON.stringify(fresh))) return { token: fresh.access, version: version + 1 };
    } catch (error) {
      const now = await opened(connected);
      if (now.version === version) throw error;
    } finally {
      await endLease();
    }
  }
  throw new ConnectionProblem('upstream_down', connected.connection.name);
};

/** Given back at the vendor; whatever it answers. */
export const revoke = async (app: App, connected: Connected): Promise<void> => {
  const { tokens } = await opened(connected);
  await connected.outgoing({ baseUrl: app.revokeUrl }).json(
    {
      method: 'POST',
      path: 'revoke',
      headers: { authorization: basic(app), 'content-type': 'application/json' },
      body: JSON.stringify({ token: tokens.refresh }),
    },
    () => null,
  );
};
