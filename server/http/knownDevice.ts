import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, isToken } from '../domain/session/tokens.ts';

/** A shared browser remembers this many people, the most recent ones. */
const MAX_TOKENS = 5;
const MAX_AGE_S = 400 * 24 * 60 * 60;

/** With https, no other host and no page without encryption can set a cookie of this name. */
const nameFor = ({ protocol }: FastifyRequest): string => (protocol === 'https' ? '__Host-device' : 'device');

const tokensIn = (request: FastifyRequest): string[] => {
  const start = `${nameFor(request)}=`;
  const pair = (request.headers.cookie ?? '').split(/;\s*/).find((text) => text.startsWith(start));
  const texts = pair?.slice(start.length).split('.') ?? [];
  return texts.filter((text) => isToken('kd', text)).slice(0, MAX_TOKENS);
};

/** The stored forms of the tokens in the browser's cookie, one for each person who has signed in there (decisions 4.18). */
export const deviceKeysIn = (request: FastifyRequest): string[] => tokensIn(request).map(hashToken);

/**
 * Adds a person's token to the browser's cookie. The cookie grants nothing: it only marks whose attempts are counted separately from
 * strangers'.
 */
export const addDevice = (request: FastifyRequest, reply: FastifyReply, newDevice: string | null): void => {
  if (newDevice === null) return;
  const tokens = [newDevice, ...tokensIn(request)].slice(0, MAX_TOKENS);
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${nameFor(request)}=${tokens.join('.')}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Strict${secure}`);
};
