import type { FastifyRequest } from 'fastify';
import { messages } from '../../contract/messages.ts';
import type { Origin } from '../db/repositories/audit/audit.ts';
import { networkOf } from '../domain/session/networks.ts';
import type { Principal } from '../domain/session/principal.ts';
import { Problem } from '../domain/shared/problem.ts';
import { deviceKeysIn } from './knownDevice.ts';

/** The caller, on a non-public route. */
export const principalIn = (request: FastifyRequest): Principal => {
  if (!request.principal) throw new Problem(401, 'token_missing', messages.session.signIn);
  return request.principal;
};

const MAX_DEVICE_CHARS = 200;

/** The request's origin, for the audit rows it writes. */
export const originOf = (request: FastifyRequest): Origin => ({
  network: networkOf(request.ip),
  requestId: request.id,
  device: (request.headers['user-agent'] ?? '').slice(0, MAX_DEVICE_CHARS),
  deviceKeys: deviceKeysIn(request),
  ...(request.principal?.token ? { tokenId: request.principal.token.id } : {}),
});
