import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../../contract/entities/common.ts';
import { notFoundProblem, Problem } from '../../domain/shared/problem.ts';
import type { ServerApp } from '../app.types.ts';
import { problemOf } from '../problems.ts';

/** Sends a problem: its message, code and fields, and the request id. */
export const answerProblem = (problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { status, code, message, errors, retryAfter, current } = problem;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const body: ApiError = { message, code, ...(errors ? { errors } : {}), request_id: request.id, ...(current ? { current } : {}) };
  return reply.code(status).type('application/json; charset=utf-8').send(body);
};

/** The only error handler: a 5xx is logged with its cause, which is not sent to the caller. */
export const handleError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = problemOf(error);
  if (problem.status >= 500 && !(error instanceof Problem)) request.log.error({ err: error }, 'request failed');
  return answerProblem(problem, request, reply);
};

export const addErrorHandler = (app: ServerApp): void => {
  app.setErrorHandler(handleError);
};

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerProblem(notFoundProblem('address'), request, reply);
