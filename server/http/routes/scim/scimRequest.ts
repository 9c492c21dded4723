import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { fill, messages } from '../../../../contract/messages.ts';
import { scimPath } from '../../../../contract/tokenScopes.ts';
import type { ProvisionedRow } from '../../../db/repositories/people/provisioned.ts';
import type { OutsideServices } from '../../../domain/connections/outside.ts';
import { attributeChooser } from '../../../domain/scim/attributeChoice.ts';
import type { ScimCaller } from '../../../domain/scim/changeScimUser.ts';
import { ScimProblem } from '../../../domain/scim/scimProblem.ts';
import { userResourceOf } from '../../../domain/scim/userResource.ts';
import { Problem } from '../../../domain/shared/problem.ts';
import { originOf, principalIn } from '../../request.ts';

/** Not part of the API's description: SCIM has its own, at /Schemas. */
export const scimRoute = { config: { permission: 'user:provision' }, schema: { hide: true } } as const;
export const scimUserRoute = { ...scimRoute, schema: { hide: true, params: Type.Object({ id: Type.String() }) } } as const;

/** The program that calls. @throws Problem 403 for a session */
export const callerIn = (request: FastifyRequest): ScimCaller => {
  const principal = principalIn(request);
  if (!principal.token) throw new Problem(403, 'api_token_needed', messages.scim.tokenNeeded);
  return { principal, origin: originOf(request) };
};

/** The URL of this service. */
export const baseUrlOf = ({ outside }: OutsideServices, request: FastifyRequest): string =>
  `${outside.publicUrl ?? `${request.protocol}://${request.host}`}${scimPath}`;

const querySettings = ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes'] as const;

/** The known parameters; others are ignored. @throws ScimProblem invalidValue for a repeated one */
export const queryOf = ({ query }: FastifyRequest): Readonly<Partial<Record<(typeof querySettings)[number], string>>> => {
  const given = query as Readonly<Record<string, unknown>>;
  const entries = querySettings.filter((name) => given[name] !== undefined).map((name) => [name, given[name]] as const);
  const repeated = entries.find(([, value]) => typeof value !== 'string');
  if (repeated) throw new ScimProblem('invalidValue', fill(messages.scim.once, { field: repeated[0] }));
  return Object.fromEntries(entries);
};

/** The ETag that a change is based on; null for any. */
export const expectedOf = ({ headers }: FastifyRequest): string | null => {
  const header = headers['if-match']?.trim();
  return header === undefined || header === '*' ? null : header;
};

/** Sends a user with their ETag and only the requested attributes. */
export const sendUser = (services: OutsideServices, request: FastifyRequest, reply: FastifyReply, row: ProvisionedRow): FastifyReply => {
  const user = userResourceOf(services, row, baseUrlOf(services, request));
  const { version, location } = user.meta;
  return reply.headers({ etag: version, location }).send(attributeChooser(queryOf(request))(user));
};
