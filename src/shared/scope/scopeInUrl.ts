import { type Scope, scopes } from '../../../contract/entities/scope.ts';

const PARAMETER = 'scope';

export const parseScope = (search: string): Scope | null => {
  const text = new URLSearchParams(search).get(PARAMETER);
  return scopes.find((scope) => scope === text) ?? null;
};

export const withScope = (search: string, scope: Scope): string => {
  const query = new URLSearchParams(search);
  query.set(PARAMETER, scope);
  return query.toString();
};

/** Adds the scope in the URL to a page's own query. */
export const preserveScope = (query: string, search: string): string => {
  const scope = parseScope(search);
  return scope === null ? query : withScope(query, scope);
};
