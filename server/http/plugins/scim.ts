import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { scimPath } from '../../../contract/tokenScopes.ts';
import type { OutsideServices } from '../../domain/connections/outside.ts';
import { ScimProblem, type ScimType } from '../../domain/scim/scimProblem.ts';
import { Problem } from '../../domain/shared/problem.ts';
import type { ServerApp } from '../app.types.ts';
import { problemOf } from '../problems.ts';
import { scimRoutes } from '../routes/scim/index.ts';
import { parseBody } from './json.ts';

const SCIM_JSON = 'application/scim+json';

const typesByCode: Readonly<Record<string, ScimType>> = {
  email_taken: 'uniqueness',
  user_name_taken: 'uniqueness',
  json_invalid: 'invalidSyntax',
  request_invalid: 'invalidSyntax',
  too_deep: 'invalidSyntax',
  field_unknown: 'invalidSyntax',
  text_invalid: 'invalidValue',
  text_hidden: 'invalidValue',
  value_refused: 'invalidValue',
  form_refused: 'invalidValue',
};

/** RFC 7644, 3.12 has no 422, so a refused form counts as an invalid value. */
const statusOf = ({ status }: Problem): number => (status === 422 ? 400 : status);

const detailOf = ({ code, message, errors }: Problem): string => {
  const [field] = Object.keys(errors ?? {});
  return code === 'form_refused' && field !== undefined ? `${field}: ${message}` : message;
};

/** Sends a problem as RFC 7644 describes it. */
const answerScimProblem = (problem: Problem, reply: FastifyReply): FastifyReply => {
  const status = statusOf(problem);
  const scimType = problem instanceof ScimProblem ? problem.scimType : typesByCode[problem.code];
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: detailOf(problem),
  };
  return reply.code(status).type(`${SCIM_JSON}; charset=utf-8`).send(body);
};

const handleScimError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = problemOf(error);
  if (problem.status >= 500 && !(error instanceof Problem)) request.log.error({ err: error }, 'request failed');
  return answerScimProblem(problem, reply);
};

/** SCIM 2.0 below `/scim/v2`, with its own media type and errors (decisions 4.17). */
export const addScim = (app: ServerApp, services: OutsideServices): void => {
  app.register(
    async (scope) => {
      scope.addContentTypeParser(SCIM_JSON, { parseAs: 'string' }, parseBody);
      scope.setErrorHandler(handleScimError);
      scope.addHook('onRequest', async (_request, reply) => void reply.type(`${SCIM_JSON}; charset=utf-8`));
      for (const route of scimRoutes) route(scope as unknown as ServerApp, services);
    },
    { prefix: scimPath },
  );
};
