import type { FastifyError } from 'fastify';
import { isAway } from '../db/away.ts';
import { Problem } from '../domain/shared/problem.ts';
import { validationProblem } from './validationProblem.ts';

/** What the framework refuses before a handler sees it. */
const byStatus: Readonly<Record<number, { code: string; message: string }>> = {
  400: { code: 'request_invalid', message: 'The request could not be read.' },
  403: { code: 'forbidden', message: "You don't have permission to do this." },
  404: { code: 'not_found', message: 'There is nothing at this address.' },
  408: { code: 'too_slow', message: 'The request took too long to arrive.' },
  413: { code: 'too_large', message: 'The body is larger than this call takes.' },
  414: { code: 'address_too_long', message: 'The address is longer than this server takes.' },
  415: { code: 'media_type', message: 'Send the body as application/json.' },
  416: { code: 'range_invalid', message: 'The file has no such range.' },
};

/** PostgreSQL's class 22: a value that its type cannot hold. */
const isRefusedValue = (error: FastifyError): boolean => /^22\w{3}$/.test(error.code ?? '');

/** Whatever was thrown, as the one error that is answered. A 5xx tells nothing of the inside. */
export const problemOf = (error: FastifyError | Problem): Problem => {
  if (error instanceof Problem) return error;
  if (error.validation) return validationProblem(error.validation);
  if (isRefusedValue(error)) return new Problem(400, 'value_refused', 'A value of this request cannot be stored.');
  // An error with a status is the framework's: a caller that hung up is ECONNRESET too.
  if (error.statusCode === undefined && isAway(error))
    return new Problem(503, 'unavailable', 'The server cannot reach its data at this moment. Try again shortly.', { retryAfter: 5 });
  const known = error.statusCode === undefined ? undefined : byStatus[error.statusCode];
  if (known && error.statusCode) return new Problem(error.statusCode, known.code, known.message);
  return new Problem(500, 'internal', 'Something went wrong on our side. Try again; if it stays, tell your administrator the request id.');
};
