import { type TProperties, type TSchema, Type } from 'typebox';
import { Waiting } from '../../../contract/entities/approval.ts';
import { ApiError, Id, oneOf } from '../../../contract/entities/common.ts';
import { scopes } from '../../../contract/entities/scope.ts';

/** The answers of a route, by status; every 4xx and 5xx is an ApiError. */
export const answers = <const T extends Record<number, TSchema>>(ok: T) => ({ ...ok, '4xx': ApiError, '5xx': ApiError });

/** Of a change that may wait for another person (decisions 3.06). */
export const orWaiting = { 202: Waiting };

export const noContent = { 204: Type.Null({ description: 'Done; no content.' }) };

/** A query string: only these parameters, each at most once, all of them text until the route reads it. */
export const queryOf = <const T extends TProperties>(parameters: T) => Type.Object(parameters, { additionalProperties: false });

export const idParams = Type.Object({ id: Id }, { additionalProperties: false });

export const DateParameter = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a date, as YYYY-MM-DD' });
/** A past day: the answer is what it was at its end, as things were known then (announced as `as-of`). */
export const AsOfParameter = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, as YYYY-MM-DD' });
/** Announced as `team-scope`: `team` narrows to the asker and who reports to them. */
export const ScopeParameter = oneOf(scopes);
export const UserIdParameter = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the id of a user' });

/** A whole number from 1 to `max` as text; the pattern says the same, so that a machine reading the API knows. */
export const limitParameter = (max: 50 | 500) =>
  Type.String({
    pattern: max === 50 ? '^([1-9]|[1-4]\\d|50)$' : '^([1-9]|[1-9]\\d|[1-4]\\d\\d|500)$',
    description: `a whole number from 1 to ${max}`,
  });
