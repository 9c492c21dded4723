import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { OutsideServices } from '../../../domain/connections/outside.ts';
import type { RelyingParty } from '../../../domain/secondFactor/passkeys.ts';

/**
 * The address of the app: PUBLIC_URL, or that of the request if it is unset or has no host name. A passkey signs for the address at which
 * it was created, and no other.
 */
export const relyingPartyOf = (request: FastifyRequest, { outside }: Pick<OutsideServices, 'outside'>): RelyingParty => {
  const configured = outside.publicUrl === null ? null : new URL(outside.publicUrl);
  const { hostname, origin } =
    configured && isIP(configured.hostname) === 0 ? configured : new URL(`${request.protocol}://${request.host}`);
  return { id: hostname, origin };
};
