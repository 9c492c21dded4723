import { type Scope, scopes } from '../../../contract/entities/scope.ts';

const PARAMETER = 'scope';
/** The parameter of a page narrowed to one person. */
const PERSON_PARAMETER = 'person';
/** The parameters that narrow a page to a part of its scope: a person, or on Analytics a territory. */
const partParameters: readonly string[] = [PERSON_PARAMETER, 'of'];

/** True if the query chooses nothing but whose figures are shown. */
export const hasOnlyScope = (query: URLSearchParams): boolean =>
  [...query.keys()].every((key) => key === PARAMETER || partParameters.includes(key));

export const parseScope = (search: string): Scope | null => {
  const text = new URLSearchParams(search).get(PARAMETER);
  return scopes.find((scope) => scope === text) ?? null;
};

export const withScope = (search: string, scope: Scope): string => {
  const query = new URLSearchParams(search);
  query.set(PARAMETER, scope);
  return query.toString();
};

/** The query for the whole scope. */
export const withoutPart = (search: string): string => {
  const query = new URLSearchParams(search);
  for (const name of partParameters) query.delete(name);
  return query.toString();
};

/** The URL of a page narrowed to a person; '' for nobody in particular. */
export const toPersonUrl = (path: string, person: string): string =>
  person === '' ? path : `${path}?${new URLSearchParams({ [PERSON_PARAMETER]: person })}`;

/** Adds the scope in the URL to a page's own query. */
export const preserveScope = (query: string, search: string): string => {
  const scope = parseScope(search);
  return scope === null ? query : withScope(query, scope);
};
