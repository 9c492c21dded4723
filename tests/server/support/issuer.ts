import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';

export const CLIENT_ID = 'quotaboard';
export const CLIENT_SECRET = 'a secret of the tests, long enough';
export type IssuerAccount = Readonly<{
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  groups?: readonly string[];
}>;
type Options = Readonly<{
  accounts: Readonly<Record<string, IssuerAccount>>;
  appUrl: string;
  port?: number;
  /** All claims are in the ID token, as with Entra; otherwise only in the user info. */
  claimsInIdToken?: boolean;
  /** Lifetime of an ID token, in seconds. */
  idTokenS?: number;
}>;
type TokenAnswer = { id_token: string; access_token: string };

const newKey = (): JsonWebKey => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'RS256' } as JsonWebKey;
};

/** Lets a test replace the body of the token endpoint's answers. */
const withTampering = (listener: RequestListener, tamper: () => ((answer: TokenAnswer) => TokenAnswer) | null): RequestListener => {
  const wrapEnd = (response: ServerResponse): void => {
    const end = response.end.bind(response) as (chunk?: unknown) => ServerResponse;
    response.end = ((chunk?: unknown) => {
      const change = tamper();
      if (!change || response.statusCode !== 200 || chunk === undefined) return end(chunk);
      const text = JSON.stringify(change(JSON.parse(String(chunk))));
      response.setHeader('content-length', Buffer.byteLength(text));
      return end(text);
    }) as ServerResponse['end'];
  };
  return (request, response) => {
    if (request.url === '/token') wrapEnd(response);
    listener(request, response);
  };
};

/** A real issuer on this machine (oidc-provider), whose people sign in with any password. */
export const startIssuer = async ({ accounts, appUrl, port = 0, claimsInIdToken = false, idTokenS = 3600 }: Options) => {
  let listener: RequestListener = () => {};
  let tamper: ((answer: TokenAnswer) => TokenAnswer) | null = null;
  const requests: string[] = [];
  let clockOffMs = 0;
  const server: Server = createServer((request, response) => {
    if (clockOffMs !== 0) response.setHeader('date', new Date(Date.now() + clockOffMs).toUTCString());
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    withTampering(listener, () => tamper)(request, response);
  });
  const listen = (onPort: number): Promise<number> =>
    new Promise((resolve) => server.listen(onPort, '127.0.0.1', () => resolve((server.address() as { port: number }).port)));
  const bound = await listen(port);
  const url = `http://127.0.0.1:${bound}`;
  const client = (client_id: string, callback: string) => ({
    client_id,
    client_secret: CLIENT_SECRET,
    redirect_uris: [callback],
    post_logout_redirect_uris: [`${appUrl}/login`],
    token_endpoint_auth_method: 'client_secret_post',
  });
  const callback = `${appUrl}/api/v1/auth/sso/callback`;

  // Codes outlive a rotation of keys.
  const adapter = createMemoryAdapter();
  const open = (): void => {
    const provider = new Provider(url, {
      adapter,
      clients: [client(CLIENT_ID, callback), client('another', 'http://127.0.0.1:1/callback')],
      jwks: { keys: [newKey()] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
      conformIdTokenClaims: !claimsInIdToken,
      ttl: { IdToken: idTokenS, AccessToken: 3600, Session: 3600, Grant: 3600, Interaction: 3600 },
      findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId, ...accounts[accountId] }) }),
      // Skips the consent page.
      loadExistingGrant: async (ctx: {
        oidc: { client: { clientId: string }; session: { accountId: string }; provider: { Grant: new (of: object) => Grant } };
      }) => {
        const { client: asking, session, provider: within } = ctx.oidc;
        const grant = new within.Grant({ clientId: asking.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    listener = provider.callback();
  };
  open();

  return {
    url,
    requests,
    /** Rotates the key and signs everybody out. */
    rotateKeys: open,
    tamper: (change: typeof tamper) => {
      tamper = change;
    },
    /** The time in the headers of its answers, relative to this machine's. */
    setClock: (offMs: number) => {
      clockOffMs = offMs;
    },
    /** Stops answering; `up` answers again on the same port. */
    down: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    up: async (): Promise<void> => void (await listen(bound)),
  };
};
type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<unknown> };
export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>;

/** The environment of a server that uses the issuer. */
export const issuerEnv = (issuer: Pick<TestIssuer, 'url'>, appUrl: string, overrides: Readonly<Record<string, string>> = {}) => ({
  PUBLIC_URL: appUrl,
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_NAME: 'Acme ID',
  ...overrides,
});

/** A minimal browser: follows redirects at the issuer, with its cookies, and fills in its sign-in form. */
export const issuerBrowser = () => {
  const cookies = new Map<string, string>();
  const send = async (address: string, body?: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), accept: 'text/html' },
      ...(body ? { method: 'POST', body: new URLSearchParams(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  /** Opens the address, signs in as `login` if asked, and returns the address that leaves the issuer. */
  const signIn = async (address: string, login: string): Promise<URL> => {
    const { origin } = new URL(address);
    let next = address;
    for (let step = 0; step < 10; step += 1) {
      let response = await send(next);
      if (response.status === 200) {
        const form = /action="([^"]+)"/.exec(await response.text())?.[1] ?? '';
        response = await send(new URL(form, next).href, { prompt: 'login', login, password: 'any' });
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`the issuer answered ${response.status} at ${next}: ${(await response.text()).slice(0, 300)}`);
      const target = new URL(location, next);
      if (target.origin !== origin) return target;
      next = target.href;
    }
    throw new Error('the issuer redirects for ever');
  };
  return { send, signIn };
};
