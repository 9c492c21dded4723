import { useCallback, useEffect } from 'react';
import { useSearch } from 'wouter';
import type { Scope } from '../../../contract/entities/scope.ts';
import { useUser } from '../../app/context.ts';
import { readScope, storeScope } from '../../services/scopeMemory.ts';
import { parseScope, withScope } from './scopeInUrl.ts';

type ScopeOptions = Readonly<{
  /** True if the page supports both scopes. */
  canNarrow: boolean;
  /** True if the user has direct reports. */
  hasReports?: boolean;
}>;

/**
 * The scope of a page (decisions 3.09): from the URL, otherwise the last choice in this tab, otherwise the role's default. Each visit
 * writes it into the URL, so a link shows the same and Back undoes a choice. `scopes`: the ones that the page offers, its default first.
 */
export const useScope = ({ canNarrow, hasReports = false }: ScopeOptions) => {
  const { id, role } = useUser();
  const search = useSearch();
  const isManager = role === 'sales_manager';
  const isOffered = canNarrow && (isManager || hasReports);
  const linkedScope = parseScope(search);
  const scope: Scope = isOffered ? (linkedScope ?? readScope(id) ?? (isManager ? 'team' : 'company')) : 'company';
  useEffect(() => {
    if (!isOffered) return;
    storeScope(id, scope);
    if (linkedScope === null) window.history.replaceState(window.history.state, '', `?${withScope(window.location.search, scope)}`);
  }, [isOffered, id, scope, linkedScope]);
  const choose = useCallback((next: Scope, question: string = window.location.search): void => {
    window.history.pushState(null, '', `?${withScope(question, next)}`);
  }, []);
  const scopes: readonly Scope[] = !isOffered ? ['company'] : isManager ? ['team', 'company'] : ['company', 'team'];
  return { scopes, scope, isOffered, choose };
};
export type ScopeChoice = Pick<ReturnType<typeof useScope>, 'scopes' | 'scope' | 'choose'>;

/** The only scope of pages where managers see their team and others everybody (decisions 3.04). */
export const useOnlyScope = (): ScopeChoice => {
  const scope = useUser().role === 'sales_manager' ? 'team' : 'company';
  return { scopes: [scope], scope, choose: ignoreChoice };
};
const ignoreChoice = (): void => undefined;
/** For a page about one person at a time. */
export const noScopes: ScopeChoice = { scopes: [], scope: 'company', choose: ignoreChoice };
