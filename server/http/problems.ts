import type { FastifyError } from 'fastify';
import { fill, messages } from '../../contract/messages.ts';
import { isDiskFull } from '../db/diskFull.ts';
import { isUnreachable } from '../db/unreachable.ts';
import { Problem } from '../domain/shared/problem.ts';
import { validationProblem } from './validationProblem.ts';

const t = messages.server;

/** Refusals by the framework, before any handler runs. */
const problemsByStatus: Readonly<Record<number, { code: string; message: string }>> = {
  400: { code: 'request_invalid', message: t.unreadable },
  403: { code: 'forbidden', message: t.forbidden },
  404: { code: 'not_found', message: t.noAddress },
  408: { code: 'too_slow', message: t.tooSlow },
  413: { code: 'too_large', message: t.bodyTooLarge },
  414: { code: 'address_too_long', message: t.addressTooLong },
  415: { code: 'media_type', message: fill(t.mediaType, { type: 'application/json' }) },
  416: { code: 'range_invalid', message: t.noRange },
};

/** PostgreSQL's class 22: a value out of range for its type. */
const isRefusedValue = (error: FastifyError): boolean => /^22\w{3}$/.test(error.code ?? '');

/** Two concurrent changes of a payment that are valid separately, but not together. */
const isOverReceipt = (error: FastifyError & { constraint?: string }): boolean => error.constraint === 'allocations_within_receipt';

/** Converts anything thrown to the error sent to the caller. A 5xx reveals no internals. */
export const problemOf = (error: FastifyError | Problem): Problem => {
  if (error instanceof Problem) return error;
  if (error.validation) return validationProblem(error.validation);
  if (isRefusedValue(error)) return new Problem(400, 'value_refused', t.unstorableValue);
  if (isOverReceipt(error)) return new Problem(409, 'allocation_over_receipt', t.overReceipt);
  // An error with a status comes from the framework: a caller's disconnect is ECONNRESET too.
  if (error.statusCode === undefined && isDiskFull(error)) return new Problem(507, 'no_room', t.noRoom);
  if (error.statusCode === undefined && isUnreachable(error)) return new Problem(503, 'unavailable', t.away, { retryAfter: 5 });
  const status = error.statusCode === undefined ? undefined : problemsByStatus[error.statusCode];
  if (status && error.statusCode) return new Problem(error.statusCode, status.code, status.message);
  return new Problem(500, 'internal', t.internal);
};
