import type { FastifyReply, FastifyRequest } from 'fastify';

const MAX_AGE_S = 600;

/** With https, no other host and no page without encryption can set a cookie of this name. */
const nameFor = (appUrl: string): string => (appUrl.startsWith('https:') ? '__Host-sso' : 'sso');

/** Sets or, with null, removes the secret of the browser's sign-in. Lax: it is also sent when the issuer redirects back. */
export const setBrowserSecret = (reply: FastifyReply, appUrl: string, secret: string | null): void => {
  const maxAge = secret === null ? 'Max-Age=0' : `Max-Age=${MAX_AGE_S}`;
  const secure = appUrl.startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `${nameFor(appUrl)}=${secret ?? ''}; Path=/; ${maxAge}; HttpOnly; SameSite=Lax${secure}`);
};

export const browserSecretIn = (request: FastifyRequest, appUrl: string): string | null => {
  const start = `${nameFor(appUrl)}=`;
  const pair = (request.headers.cookie ?? '').split(/;\s*/).find((text) => text.startsWith(start));
  const secret = pair?.slice(start.length) ?? '';
  return /^[A-Za-z0-9_-]{43}$/.test(secret) ? secret : null;
};
