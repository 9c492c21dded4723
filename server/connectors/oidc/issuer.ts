import * as client from 'openid-client';
import { type Clock, MINUTE, plusMs } from '../../domain/shared/clock.ts';
import { IssuerUnreachable, type Sso } from '../../domain/shared/sso.ts';
import { exchange } from '../http/exchange.ts';
import { checkEncrypted } from '../http/outgoing.ts';
import { lacksClaims, personOf } from './claims.ts';

/** The issuer and the rules, from the environment. */
export type SsoConfig = Pick<Sso, 'name' | 'passwords' | 'roles' | 'createsUsers' | 'appUrl'> &
  Readonly<{ issuer: string; clientId: string; clientSecret: string; scope: string; roleClaim: string | null }>;

export const CALLBACK_PATH = '/api/v1/auth/sso/callback';

/** How far the clocks of the issuer and of this server may differ (decisions 4.15). */
export const CLOCK_TOLERANCE_S = 300;
/** How long the issuer's description of itself is used. Its keys are read at each sign-in. */
const DISCOVERY_MS = 10 * MINUTE;
const LIMITS = { headersMs: 5000, totalMs: 10_000, bytes: 1_000_000 } as const;
const BODYLESS: readonly number[] = [204, 205, 304];

/** Every call to the issuer: encrypted or on this machine, limited in time and size, without redirects. */
const fetchLimited: client.CustomFetch = async (address, { method, headers, body, signal }) => {
  const url = checkEncrypted(address);
  const request = { url, method: method as 'GET' | 'POST', headers, body: body == null ? null : String(body) };
  const { status, headers: answered, text } = await exchange(request, LIMITS, signal);
  return new Response(BODYLESS.includes(status) ? null : text, { status, headers: answered });
};

const authenticationFor = ({ clientSecret }: SsoConfig, { token_endpoint_auth_methods_supported: methods }: client.ServerMetadata) =>
  methods?.includes('client_secret_post') ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);

/** @throws IssuerUnreachable */
const discover = async ({ issuer, clientId }: SsoConfig, fetch = fetchLimited): Promise<client.ServerMetadata> => {
  try {
    const options = { [client.customFetch]: fetch, execute: [client.allowInsecureRequests] };
    const configuration = await client.discovery(new URL(issuer), clientId, undefined, client.None(), options);
    const metadata: client.ServerMetadata = { ...configuration.serverMetadata() };
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) checkEncrypted(metadata[endpoint] ?? '');
    return metadata;
  } catch (cause) {
    throw new IssuerUnreachable('no discovery document', { cause });
  }
};

/**
 * Reads the issuer's description, for a diagnosis.
 * @returns the difference between its clock and this machine's, in milliseconds
 * @throws IssuerUnreachable
 */
export const probeIssuer = async (config: SsoConfig): Promise<number> => {
  let answeredAt: string | null = null;
  await discover(config, async (...call) => {
    const response = await fetchLimited(...call);
    answeredAt = response.headers.get('date');
    return response;
  });
  return answeredAt === null ? 0 : Date.parse(answeredAt) - Date.now();
};

/** The issuer behind openid-client; discovered at the first use, so that a server starts while it is down. */
export const createIssuer = (config: SsoConfig, clock: Clock): Sso => {
  const { name, passwords, roles, createsUsers, appUrl, roleClaim, scope } = config;
  const redirect_uri = `${appUrl}${CALLBACK_PATH}`;
  let discovered: Readonly<{ until: Date; metadata: Promise<client.ServerMetadata> }> | null = null;
  const metadataNow = (): Promise<client.ServerMetadata> => {
    const now = clock();
    if (discovered && discovered.until > now) return discovered.metadata;
    const metadata = discover(config);
    discovered = { until: plusMs(now, DISCOVERY_MS), metadata };
    metadata.catch(() => {
      discovered = null;
    });
    return metadata;
  };

  /** A new configuration has no keys yet, so that each sign-in reads the issuer's current ones. */
  const configure = async (): Promise<client.Configuration> => {
    const metadata = await metadataNow();
    const times = {
      [client.clockTolerance]: CLOCK_TOLERANCE_S,
      [client.clockSkew]: Math.round((clock().getTime() - Date.now()) / 1000),
    };
    const configuration = new client.Configuration(metadata, config.clientId, times, authenticationFor(config, metadata));
    configuration[client.customFetch] = fetchLimited;
    client.allowInsecureRequests(configuration);
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  };

  const grant = async (query: string, { state, nonce, verifier }: Parameters<Sso['identify']>[1]) => {
    const configuration = await configure();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirect_uri}?${query}`), checks);
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error('the answer has no ID token');
    const hasMore = lacksClaims(claims, roleClaim) && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
    return { ...personOf(claims, userInfo, roleClaim), idToken: tokens.id_token };
  };

  return {
    ...{ name, passwords, roles, createsUsers, appUrl },
    authorizeUrl: async ({ state, nonce, verifier }) => {
      const code_challenge = await client.calculatePKCECodeChallenge(verifier);
      const parameters = { redirect_uri, scope, state, nonce, code_challenge, code_challenge_method: 'S256' };
      return client.buildAuthorizationUrl(await configure(), parameters).href;
    },
    identify: async (query, secrets) => {
      try {
        return await grant(query, secrets);
      } catch (error) {
        // The issuer may have moved its endpoints.
        discovered = null;
        throw error;
      }
    },
    signOutUrl: async (idToken) => {
      const configuration = await configure();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      const hint: Record<string, string> = idToken === null ? {} : { id_token_hint: idToken };
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${appUrl}/login`, ...hint }).href;
    },
  };
};
