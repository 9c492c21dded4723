import { type TProperties, type TSchema, Type } from 'typebox';
import { WaitingWork } from '../../../contract/entities/approval.ts';
import { ApiError, extended, Id, listParts, oneOf } from '../../../contract/entities/common.ts';
import { scopes } from '../../../contract/entities/scope.ts';

/** The responses of a route, by status; every 4xx and 5xx is an ApiError. */
export const answers = <const T extends Record<number, TSchema>>(ok: T) => ({ ...ok, '4xx': ApiError, '5xx': ApiError });

/**
 * Responses of a change: an error may contain the stored entity as `current`. Defined here, so that no browser loads the error's
 * schema.
 */
export const answersOfChange = <Current extends TSchema, const T extends Record<number, TSchema>>(current: Current, ok: T) => ({
  ...answers(ok),
  '4xx': extended(ApiError, { current: Type.Optional(current) }),
});

/** For a change that may wait for another person's approval (decisions 3.06). */
export const waitingResponse = { 202: WaitingWork };

export const noContent = { 204: Type.Null({ description: 'Done; no content.' }) };

/** A query string: only these parameters, each at most once, as text until the route parses them. */
export const queryParameters = <const T extends TProperties>(parameters: T) => Type.Object(parameters, { additionalProperties: false });

export const idParams = Type.Object({ id: Id }, { additionalProperties: false });

export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'the version you read' });
/** A repeated request with the same key gets the first response. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'a text of 1 to 255 characters' })),
});

export const DateParameter = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a date, as YYYY-MM-DD' });
/** A past day: the response is as known at the end of that day (announced as `as-of`). */
export const AsOfParameter = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, as YYYY-MM-DD' });
/** Available with the feature `team-scope`: `team` restricts to the requester and their reports. */
export const ScopeParameter = oneOf(scopes);
/** A list whose sums take longer than its rows answers each of them alone; without the parameter, the first page has both. */
export const ListPartParameter = oneOf(listParts);
export const UserIdParameter = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the id of a user' });

/** An integer from 1 to `max` as text; the pattern states the range for machines that read the API. */
export const limitParameter = (max: 50 | 500) =>
  Type.String({
    pattern: max === 50 ? '^([1-9]|[1-4]\\d|50)$' : '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
    description: `a whole number from 1 to ${max}`,
  });
