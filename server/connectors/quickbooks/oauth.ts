import { DAY, later } from '../../domain/shared/clock.ts';
import type { Connected } from '../connector.ts';
import { basicAuth, openTokens, secondsOf, type Tokens, type TokenVendor, textOf } from '../http/oauthTokens.ts';
import type { Vendors } from '../vendors.ts';

type App = Vendors['quickbooks'];
export type QuickBooksTokens = Tokens & Readonly<{ refresh_until: string; hard_until: string | null }>;

/** The longest that a sign-in may last where the vendor does not say (Intuit, since October 2023). */
export const CAP_MS = 5 * 365 * DAY;

const hardUntil = (seconds: unknown, now: Date, before: QuickBooksTokens | null): string | null => {
  if (typeof seconds === 'number') return later(now, seconds * 1000).toISOString();
  return before ? before.hard_until : later(now, CAP_MS).toISOString();
};

export const tokenVendor = (app: App): TokenVendor<QuickBooksTokens> => ({
  ...app,
  path: 'bearer',
  keysIn: 'header',
  read: (body, now, before) => ({
    access: textOf(body.access_token),
    refresh: textOf(body.refresh_token),
    access_until: later(now, secondsOf(body.expires_in) * 1000).toISOString(),
    refresh_until: later(now, secondsOf(body.x_refresh_token_expires_in) * 1000).toISOString(),
    hard_until: hardUntil(body.x_refresh_token_hard_expires_in, now, before),
  }),
});

/** Revokes the sign-in at the vendor. */
export const revoke = async (app: App, connected: Connected): Promise<void> => {
  const { tokens } = await openTokens(connected);
  await connected.outgoing({ baseUrl: app.revokeUrl }).json(
    {
      method: 'POST',
      path: 'revoke',
      headers: { authorization: basicAuth(app), 'content-type': 'application/json' },
      body: JSON.stringify({ token: tokens.refresh }),
    },
    () => null,
  );
};
