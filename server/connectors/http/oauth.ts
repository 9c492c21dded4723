import { createHash, createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IntegrationSetup } from '../../../contract/entities/connection.ts';
import { ConnectionProblem } from '../../domain/connections/connectionProblem.ts';
import { type Connected, refusalKind } from '../../domain/connections/connector.ts';
import type { Call } from '../../domain/connections/outgoing.ts';
import { MINUTE, plusMs } from '../../domain/shared/clock.ts';
import { type Answer, idOf } from '../answers.ts';

/** Sealed as one text: the refresh token and all else is kept before the access token is used. `extra`: what else an answer says. */
export type OAuthTokens = Readonly<{
  access: string;
  refresh: string;
  access_until: string;
  /** Only signing in again helps after it; null where the vendor knows no such end. */
  hard_until: string | null;
  extra?: Readonly<Record<string, string>>;
}>;
type Place = Readonly<{ baseUrl: string; path: string }>;

/** The operator's app at a vendor, and what is the vendor's own about its OAuth 2.0. */
export type OAuthApp = Readonly<{
  authorizeUrl: string;
  scope: string;
  redirect: string | null;
  clientId: string;
  clientSecret: string;
  /** Further parameters of the vendor's page. */
  asks?: Readonly<Record<string, string>>;
  token: Place;
  /** `json`: the token is sent as JSON, not as a form. */
  revoke?: Place & Readonly<{ json?: true }>;
  /** Client and secret stand in the form, not in the header. */
  credentialsInForm?: true;
  /** The vendor requires PKCE (RFC 7636). */
  hasPkce?: true;
  /** How long an access token is used where the answer does not say. */
  accessMs?: number;
  hardUntil?: (answer: Answer, now: Date, before: OAuthTokens | null) => string | null;
  extra?: (answer: Answer) => Readonly<Record<string, string>>;
}>;

/** An access token that ends within this is exchanged first. */
const EARLY_MS = 2 * MINUTE;
const LEASE_MS = 40_000;
const LOOK_MS = 200;
const MAX_LOOKS = 250;
const SECRET = 'tokens';

const millisecondsOf = (seconds: unknown): number => {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) throw new Error('no number');
  return seconds * 1000;
};

/** `invalid_grant` is our sign-in, `invalid_client` the operator's keys. */
const classify = (status: number, text: string) => {
  if (status !== 400 && status !== 401) return null;
  return text.includes('invalid_client') ? ('invalid_config' as const) : ('auth_expired' as const);
};

const opened = async (connected: Connected): Promise<Readonly<{ tokens: OAuthTokens; version: number }>> => {
  const found = await connected.secret(SECRET);
  if (!found) throw new ConnectionProblem('auth_expired', connected.connection.name);
  return { tokens: JSON.parse(found.text) as OAuthTokens, version: found.version };
};

/** True if the operator has set keys, and a vendor's page can come back. */
export const isSetUp = ({ clientId, clientSecret, redirect }: OAuthApp): boolean =>
  clientId !== '' && clientSecret !== '' && redirect !== null;

type SetUp = Readonly<{ isSetUp: boolean; redirect: string | null }>;
/** `message`: says what the operator does where keys are missing. */
export const setupOf = ({ isSetUp, redirect }: SetUp, message: string, values: IntegrationSetup['values']): IntegrationSetup => ({
  configured: isSetUp,
  message: isSetUp ? null : message,
  redirect_url: redirect,
  values,
});

export const createOAuth = (app: OAuthApp) => {
  const { clientId: client_id, clientSecret: client_secret } = app;
  const redirect_uri = app.redirect ?? '';
  const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  const authorization: Readonly<Record<string, string>> = app.credentialsInForm ? {} : { authorization: basic };
  const asForm = (form: Readonly<Record<string, string>>) => ({
    headers: { ...authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, ...(app.credentialsInForm ? { client_id, client_secret } : {}) }).toString(),
  });

  const readTokens =
    (now: Date, before: OAuthTokens | null) =>
    (body: unknown): OAuthTokens => {
      const answer = body as Answer;
      const accessMs = answer.expires_in === undefined && app.accessMs ? app.accessMs : millisecondsOf(answer.expires_in);
      return {
        access: idOf(answer.access_token),
        // Not every vendor hands out another.
        refresh: idOf(answer.refresh_token ?? before?.refresh),
        access_until: plusMs(now, accessMs).toISOString(),
        hard_until: app.hardUntil?.(answer, now, before) ?? null,
        ...(app.extra ? { extra: app.extra(answer) } : {}),
      };
    };
  const exchange = (connected: Connected, form: Readonly<Record<string, string>>, before: OAuthTokens | null): Promise<OAuthTokens> =>
    connected
      .outgoing({ baseUrl: app.token.baseUrl, classify })
      .json({ method: 'POST', path: app.token.path, ...asForm(form) }, readTokens(connected.clock(), before));

  /**
   * An access token that is good for a while. One of all instances exchanges at a time, by a lease on the connection; the new tokens are kept
   * before they are used, and only over the version that was exchanged, so that a refresh token is never lost to another writer.
   * @param refused the version whose access token was refused: it is exchanged whatever its clock says
   */
  const accessToken = async (
    connected: Connected,
    refused: number | null = null,
  ): Promise<Readonly<{ tokens: OAuthTokens; version: number }>> => {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const { tokens, version } = await opened(connected);
      const isGood = version !== refused && Date.parse(tokens.access_until) - EARLY_MS > connected.clock().getTime();
      if (isGood) return { tokens, version };
      const endLease = await connected.lease(LEASE_MS);
      if (!endLease) {
        await pause(LOOK_MS, undefined, connected.signal ? { signal: connected.signal } : {});
        continue;
      }
      try {
        // Another instance may have exchanged it just before.
        const now = await opened(connected);
        if (now.version !== version) continue;
        const fresh = await exchange(connected, { grant_type: 'refresh_token', refresh_token: tokens.refresh }, tokens);
        if (await connected.replaceSecret(SECRET, version, JSON.stringify(fresh))) return { tokens: fresh, version: version + 1 };
      } catch (error) {
        const now = await opened(connected);
        if (now.version === version) throw error;
      } finally {
        await endLease();
      }
    }
    throw new ConnectionProblem('upstream_down', connected.connection.name);
  };

  /** Derived from the state and the secret, so that the verifier is stored nowhere. */
  const verifierOf = (state: string): string => createHmac('sha256', client_secret).update(state).digest('base64url');
  const challengeOf = (state: string) => {
    const code_challenge = createHash('sha256').update(verifierOf(state)).digest('base64url');
    return { code_challenge, code_challenge_method: 'S256' };
  };

  return {
    /** The vendor's page, which comes back with `state`. */
    authorizeUrl: (state: string): string => {
      const url = new URL(app.authorizeUrl);
      const query = {
        client_id,
        redirect_uri,
        response_type: 'code',
        scope: app.scope,
        state,
        ...app.asks,
        ...(app.hasPkce ? challengeOf(state) : {}),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    /** The tokens for the code of the vendor's page, kept. */
    exchangeCode: async (connected: Connected, code: string, state: string): Promise<OAuthTokens> => {
      const proof: Readonly<Record<string, string>> = app.hasPkce ? { code_verifier: verifierOf(state) } : {};
      const tokens = await exchange(connected, { grant_type: 'authorization_code', code, redirect_uri, ...proof }, null);
      await connected.keepSecret(SECRET, JSON.stringify(tokens));
      return tokens;
    },
    /**
     * A call with an access token. A token that is refused is exchanged once; refused again, the sign-in has expired.
     * @param optionsOf where to call, which the tokens may tell @param read throws where the answer is not as documented
     */
    json: async <T>(
      connected: Connected,
      optionsOf: (tokens: OAuthTokens) => Parameters<Connected['outgoing']>[0],
      call: Call,
      read: (body: unknown) => T,
    ): Promise<T> => {
      const send = (tokens: OAuthTokens): Promise<T> => {
        const headers = { ...call.headers, authorization: `Bearer ${tokens.access}` };
        return connected
          .outgoing(optionsOf(tokens))
          .json({ ...call, headers, ...(connected.signal ? { signal: connected.signal } : {}) }, read);
      };
      const first = await accessToken(connected);
      try {
        return await send(first.tokens);
      } catch (error) {
        if (refusalKind(error) !== 'auth_expired') throw error;
        return send((await accessToken(connected, first.version)).tokens);
      }
    },
    /** Gives the sign-in back at the vendor; whatever it answers. */
    revoke: async (connected: Connected): Promise<void> => {
      if (!app.revoke) return;
      const { baseUrl, path, json } = app.revoke;
      const { tokens } = await opened(connected);
      const sent = json
        ? { headers: { ...authorization, 'content-type': 'application/json' }, body: JSON.stringify({ token: tokens.refresh }) }
        : asForm({ token: tokens.refresh });
      await connected.outgoing({ baseUrl }).json({ method: 'POST', path, ...sent }, () => null);
    },
  };
};
