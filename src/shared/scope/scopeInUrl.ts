import { type Scope, scopes } from '../../../contract/entities/scope.ts';

const NAME = 'scope';

export const scopeIn = (search: string): Scope | null => {
  const named = new URLSearchParams(search).get(NAME);
  return scopes.find((scope) => scope === named) ?? null;
};

export const withScope = (search: string, scope: Scope): string => {
  const query = new URLSearchParams(search);
  query.set(NAME, scope);
  return query.toString();
};

/** Adds the scope of the address to a page's own query. */
export const keepScope = (own: string, search: string): string => {
  const scope = scopeIn(search);
  return scope === null ? own : withScope(own, scope);
};
