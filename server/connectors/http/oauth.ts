import { createHash, createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IntegrationSetup } from '../../../contract/entities/connection.ts';
import { ConnectionProblem } from '../../domain/connections/connectionProblem.ts';
import { type Connected, refusalKind } from '../../domain/connections/connector.ts';
import type { Call } from '../../domain/connections/outgoing.ts';
import { MINUTE, plusMs } from '../../domain/shared/clock.ts';
import { type Answer, idOf, recordOf } from '../answers.ts';

/** Encrypted as one text: the refresh token must be stored before the access token is used. `extra`: other values of the response. */
export type OAuthTokens = Readonly<{
  access: string;
  refresh: string;
  access_until: string;
  /** After this time only a new sign-in helps; null if the vendor has no such limit. */
  hard_until: string | null;
  extra?: Readonly<Record<string, string>>;
}>;
type Endpoint = Readonly<{ baseUrl: string; path: string }>;

/** The operator's app at a vendor, and the vendor's variations of OAuth 2.0. */
export type OAuthApp = Readonly<{
  authorizeUrl: string;
  scope: string;
  redirect: string | null;
  clientId: string;
  clientSecret: string;
  /** Additional parameters of the vendor's page. */
  extraParameters?: Readonly<Record<string, string>>;
  token: Endpoint;
  /** `json`: the token is sent as JSON instead of a form. */
  revoke?: Endpoint & Readonly<{ json?: true }>;
  /** The client id and secret go into the form instead of the header. */
  credentialsInForm?: true;
  /** The vendor requires PKCE (RFC 7636). */
  hasPkce?: true;
  /** Lifetime of an access token if the response specifies none. */
  accessMs?: number;
  hardUntil?: (response: Answer, now: Date, before: OAuthTokens | null) => string | null;
  extra?: (response: Answer) => Readonly<Record<string, string>>;
}>;

/** Access tokens that expire within this time are refreshed first. */
const REFRESH_EARLY_MS = 2 * MINUTE;
const LEASE_MS = 40_000;
const POLL_MS = 200;
const MAX_POLLS = 250;
const SECRET_NAME = 'tokens';

const secondsToMs = (seconds: unknown): number => {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) throw new Error('no number');
  return seconds * 1000;
};

/** `invalid_grant` means our sign-in, `invalid_client` the operator's keys. */
const classify = (status: number, text: string) => {
  if (status !== 400 && status !== 401) return null;
  return text.includes('invalid_client') ? ('invalid_config' as const) : ('auth_expired' as const);
};

type OpenTokens = Readonly<{ tokens: OAuthTokens; version: number }>;
const openTokens = async (connected: Connected): Promise<OpenTokens> => {
  const storedSecret = await connected.secret(SECRET_NAME);
  if (!storedSecret) throw new ConnectionProblem('auth_expired', connected.connection.name);
  return { tokens: JSON.parse(storedSecret.text) as OAuthTokens, version: storedSecret.version };
};

/** True if the operator has configured keys and a public URL for the vendor's redirect. */
export const isSetUp = ({ clientId, clientSecret, redirect }: OAuthApp): boolean =>
  clientId !== '' && clientSecret !== '' && redirect !== null;

/** The claims of an access token that is a JWT; its signature is not checked, because it comes from the vendor. */
export const claimsIn = (access: string): Answer =>
  recordOf(JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString() || '{}'));

type AppSetUp = Readonly<{ isSetUp: boolean; redirect: string | null }>;
/** `message` tells the operator what to do if keys are missing. */
export const setupOf = ({ isSetUp, redirect }: AppSetUp, message: string, values: IntegrationSetup['values']): IntegrationSetup => ({
  configured: isSetUp,
  message: isSetUp ? null : message,
  redirect_url: redirect,
  values,
});

export const createOAuth = (app: OAuthApp) => {
  const { clientId: client_id, clientSecret: client_secret } = app;
  const redirect_uri = app.redirect ?? '';
  const basicAuthorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  const authorization: Readonly<Record<string, string>> = app.credentialsInForm ? {} : { authorization: basicAuthorization };
  const toForm = (form: Readonly<Record<string, string>>) => ({
    headers: { ...authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, ...(app.credentialsInForm ? { client_id, client_secret } : {}) }).toString(),
  });

  const readTokens =
    (now: Date, before: OAuthTokens | null) =>
    (body: unknown): OAuthTokens => {
      const response = body as Answer;
      const accessMs = response.expires_in === undefined && app.accessMs ? app.accessMs : secondsToMs(response.expires_in);
      return {
        access: idOf(response.access_token),
        // Some vendors keep the refresh token unchanged.
        refresh: idOf(response.refresh_token ?? before?.refresh),
        access_until: plusMs(now, accessMs).toISOString(),
        hard_until: app.hardUntil?.(response, now, before) ?? null,
        ...(app.extra ? { extra: app.extra(response) } : {}),
      };
    };
  const exchange = (connected: Connected, form: Readonly<Record<string, string>>, before: OAuthTokens | null): Promise<OAuthTokens> =>
    connected
      .outgoing({ baseUrl: app.token.baseUrl, classify })
      .json({ method: 'POST', path: app.token.path, ...toForm(form) }, readTokens(connected.clock(), before));

  /**
   * Exchanges the refresh token under the lease. The new tokens are stored before use, and only over the version that was exchanged, so
   * that no concurrent writer loses a refresh token. @returns null if another instance exchanged it first
   */
  const refresh = async (connected: Connected, { tokens, version }: OpenTokens): Promise<OpenTokens | null> => {
    try {
      const now = await openTokens(connected);
      if (now.version !== version) return null;
      const freshTokens = await exchange(connected, { grant_type: 'refresh_token', refresh_token: tokens.refresh }, tokens);
      const isStored = await connected.replaceSecret(SECRET_NAME, version, JSON.stringify(freshTokens));
      return isStored ? { tokens: freshTokens, version: version + 1 } : null;
    } catch (error) {
      const now = await openTokens(connected);
      if (now.version === version) throw error;
      return null;
    }
  };

  /**
   * Returns a valid access token. A lease on the connection lets only one instance refresh it at a time.
   * @param refusedVersion the version whose access token was refused; it is refreshed even if it has not expired
   */
  const accessToken = async (connected: Connected, refusedVersion: number | null = null): Promise<OpenTokens> => {
    for (let attempts = 0; attempts < MAX_POLLS; attempts += 1) {
      const current = await openTokens(connected);
      const isFresh = Date.parse(current.tokens.access_until) - REFRESH_EARLY_MS > connected.clock().getTime();
      if (isFresh && current.version !== refusedVersion) return current;
      const endLease = await connected.lease(LEASE_MS);
      if (!endLease) {
        await pause(POLL_MS, undefined, connected.signal ? { signal: connected.signal } : {});
        continue;
      }
      const refreshed = await refresh(connected, current).finally(endLease);
      if (refreshed) return refreshed;
    }
    throw new ConnectionProblem('upstream_down', connected.connection.name);
  };

  /** Derived from the state and the secret, so that the verifier need not be stored. */
  const verifierOf = (state: string): string => createHmac('sha256', client_secret).update(state).digest('base64url');
  const challengeOf = (state: string) => {
    const code_challenge = createHash('sha256').update(verifierOf(state)).digest('base64url');
    return { code_challenge, code_challenge_method: 'S256' };
  };

  return {
    /** The vendor's sign-in page, which redirects back with `state`. */
    authorizeUrl: (state: string): string => {
      const url = new URL(app.authorizeUrl);
      const query = {
        client_id,
        redirect_uri,
        response_type: 'code',
        scope: app.scope,
        state,
        ...app.extraParameters,
        ...(app.hasPkce ? challengeOf(state) : {}),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    /** Exchanges the redirect's code for tokens and stores them. */
    exchangeCode: async (connection: Connected, code: string, state: string): Promise<OAuthTokens> => {
      const pkceFields: Readonly<Record<string, string>> = app.hasPkce ? { code_verifier: verifierOf(state) } : {};
      const tokens = await exchange(connection, { grant_type: 'authorization_code', code, redirect_uri, ...pkceFields }, null);
      await connection.keepSecret(SECRET_NAME, JSON.stringify(tokens));
      return tokens;
    },
    /**
     * Calls with an access token. A refused token is refreshed once; if the call is refused again, the sign-in has expired.
     * @param optionsOf options of the call, which may depend on the tokens @param read throws if the response is not as
     * documented
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
      const firstToken = await accessToken(connected);
      try {
        return await send(firstToken.tokens);
      } catch (error) {
        if (refusalKind(error) !== 'auth_expired') throw error;
        return send((await accessToken(connected, firstToken.version)).tokens);
      }
    },
    /** Revokes the sign-in at the vendor, ignoring the response. */
    revoke: async (connected: Connected): Promise<void> => {
      if (!app.revoke) return;
      const { baseUrl, path, json } = app.revoke;
      const { tokens } = await openTokens(connected);
      const body = json
        ? { headers: { ...authorization, 'content-type': 'application/json' }, body: JSON.stringify({ token: tokens.refresh }) }
        : toForm({ token: tokens.refresh });
      await connected.outgoing({ baseUrl }).json({ method: 'POST', path, ...body }, () => null);
    },
  };
};
