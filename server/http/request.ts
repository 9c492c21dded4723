import type { FastifyRequest } from 'fastify';
import { messages } from '../../contract/messages.ts';
import type { Origin } from '../db/repositories/audit/audit.ts';
import { networkOf } from '../domain/session/networks.ts';
import type { Principal } from '../domain/session/principal.ts';
import { Problem } from '../domain/shared/problem.ts';

/** Who is calling, on a route that is not public. */
export const principalIn = (request: FastifyRequest): Principal => {
  if (!request.principal) throw new Problem(401, 'token_missing', messages.session.signIn);
  return request.principal;
};

const DEVICE_LENGTH = 200;

/** Where the request came from, for the rows it leaves. */
export const originOf = (request: FastifyRequest): Origin => ({
  network: networkOf(request.ip),
  requestId: request.id,
  device: (request.headers['user-agent'] ?? '').slice(0, DEVICE_LENGTH),
});
