import type { Config } from '../../start/environment.ts';
import type { ServerApp } from '../app.types.ts';

const YEAR_S = 31_536_000;

const strictTransportHeader = { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` } as const;

/** The headers of every response, including errors. */
export const securityHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...(publicUrl?.startsWith('https:') ? strictTransportHeader : {}),
});

/** The policy of the app's page. A nonce, new for each response, allows only the page's own script and PrimeReact's style elements. */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ');

/** The offline worker fetches the app's own page and files. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

const isCacheable = (url: string): boolean => !/^\/(api|scim|healthz|readyz)\b/.test(url);

export const addHeaders = (app: ServerApp, config: Pick<Config, 'publicUrl'>): void => {
  const headers = securityHeaders(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    // A trusted proxy reports that the browser's connection uses TLS.
    if (request.protocol === 'https') reply.headers(strictTransportHeader);
    if (!isCacheable(request.url)) reply.header('cache-control', 'no-store');
  });
};
