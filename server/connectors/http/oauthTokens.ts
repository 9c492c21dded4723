import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '../../domain/shared/clock.ts';
import { type Connected, refusalKind } from '../connector.ts';
import { ConnectionProblem } from './connectionProblem.ts';

/** Sealed as one text. `access_until` null: the vendor gives no expiry, so the token is used until it is refused. */
export type Tokens = Readonly<{ access: string; refresh: string; access_until: string | null }>;
/** The operator's app at a vendor, and how that vendor exchanges tokens. */
export type TokenVendor<Kept extends Tokens> = Readonly<{
  tokenUrl: string;
  /** Below `tokenUrl`. */
  path: string;
  clientId: string;
  clientSecret: string;
  /** Where the app's keys are sent. */
  keysIn: 'header' | 'form';
  /** @param before the tokens that the answer replaces @throws where the answer has no token */
  read: (body: Readonly<Record<string, unknown>>, now: Date, before: Kept | null) => Kept;
}>;
type Opened<Kept extends Tokens> = Readonly<{ tokens: Kept; version: number }>;

const SECRET = 'tokens';
/** A token that expires sooner is exchanged first. */
const EARLY_MS = 2 * MINUTE;
const LEASE_MS = 40_000;
const POLL_MS = 200;
const MAX_POLLS = 250;

/** @throws for anything but a text that is not empty */
export const textOf = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw new Error('no text');
  return value;
};
/** @throws for anything but a number */
export const secondsOf = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error('no number');
  return value;
};

/** `invalid_grant` means our sign-in, `invalid_client` the operator's keys. */
const classify = (status: number, text: string) => {
  if (status !== 400 && status !== 401) return null;
  return text.includes('invalid_client') ? ('invalid_config' as const) : ('auth_expired' as const);
};

type Keys = Readonly<{ clientId: string; clientSecret: string }>;
/** The app's keys as a header. */
export const basicAuth = ({ clientId, clientSecret }: Keys): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

const exchange = <Kept extends Tokens>(
  vendor: TokenVendor<Kept>,
  connected: Connected,
  form: Readonly<Record<string, string>>,
  before: Kept | null,
): Promise<Kept> => {
  const isHeader = vendor.keysIn === 'header';
  const keys: Readonly<Record<string, string>> = isHeader ? {} : { client_id: vendor.clientId, client_secret: vendor.clientSecret };
  return connected.outgoing({ baseUrl: vendor.tokenUrl, classify }).json(
    {
      method: 'POST',
      path: vendor.path,
      headers: {
        ...(isHeader ? { authorization: basicAuth(vendor) } : {}),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...form, ...keys }).toString(),
    },
    (body) => vendor.read(body as Record<string, unknown>, connected.clock(), before),
  );
};

/** Exchanges the code of the vendor's page for tokens, and seals them. */
export const exchangeCode = async <Kept extends Tokens>(
  vendor: TokenVendor<Kept>,
  connected: Connected,
  code: string,
  redirect_uri: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Kept> => {
  const tokens = await exchange(vendor, connected, { grant_type: 'authorization_code', code, redirect_uri, ...more }, null);
  await connected.keepSecret(SECRET, JSON.stringify(tokens));
  return tokens;
};

/** The sealed tokens, whether or not they have expired. @throws ConnectionProblem where there are none */
export const openTokens = async <Kept extends Tokens>(connected: Connected): Promise<Opened<Kept>> => {
  const found = await connected.secret(SECRET);
  if (!found) throw new ConnectionProblem('auth_expired', connected.connection.name);
  return { tokens: JSON.parse(found.text) as Kept, version: found.version };
};

/**
 * Tokens that are good for a while. One of all instances exchanges at a time, by a lease on the connection. It seals the new tokens before
 * they are used, and only over the version that it exchanged, so that no other writer loses a refresh token.
 * @param refused the version whose access token the vendor refused: it is exchanged although it has not expired
 */
const validTokens = async <Kept extends Tokens>(
  vendor: TokenVendor<Kept>,
  connected: Connected,
  refused: number | null = null,
): Promise<Opened<Kept>> => {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const found = await openTokens<Kept>(connected);
    const { tokens, version } = found;
    const isFresh = tokens.access_until === null || Date.parse(tokens.access_until) - EARLY_MS > connected.clock().getTime();
    if (version !== refused && isFresh) return found;
    const endLease = await connected.lease(LEASE_MS);
    if (!endLease) {
      await pause(POLL_MS, undefined, connected.signal ? { signal: connected.signal } : {});
      continue;
    }
    try {
      // Another instance may have exchanged it just before.
      const current = await openTokens<Kept>(connected);
      if (current.version !== version) continue;
      const fresh = await exchange(vendor, connected, { grant_type: 'refresh_token', refresh_token: tokens.refresh }, tokens);
      if (await connected.replaceSecret(SECRET, version, JSON.stringify(fresh))) return { tokens: fresh, version: version + 1 };
    } catch (error) {
      const current = await openTokens<Kept>(connected);
      if (current.version === version) throw error;
    } finally {
      await endLease();
    }
  }
  throw new ConnectionProblem('upstream_down', connected.connection.name);
};

/** Makes a call with an access token. A refused token is exchanged once; if the next is refused too, the sign-in has expired. */
export const withTokens = async <Kept extends Tokens, T>(
  vendor: TokenVendor<Kept>,
  connected: Connected,
  call: (tokens: Kept) => Promise<T>,
): Promise<T> => {
  const first = await validTokens(vendor, connected);
  try {
    return await call(first.tokens);
  } catch (error) {
    if (refusalKind(error) !== 'auth_expired') throw error;
    return call((await validTokens(vendor, connected, first.version)).tokens);
  }
};
