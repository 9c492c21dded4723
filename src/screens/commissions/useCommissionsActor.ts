import { useLayoutEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import type { Commission, CommissionSummary } from '../../../contract/entities/commission.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import { limits } from '../../../contract/limits.ts';
import { reachOf } from '../../../contract/permissions.ts';
import { pageSizeFor } from '../../../contract/rules/page.ts';
import { useFeature, useToday, useUser } from '../../app/context.ts';
import { commissionsMachine } from '../../machines/commissions/commissions.machine.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { windowHeight } from '../../services/browser.ts';
import type { createCommissions } from '../../services/commissions.ts';
import { parseLens } from '../../shared/lens/lensInUrl.ts';
import { parseList } from '../../shared/lists/listInUrl.ts';
import { getOpeningPeriod } from '../../shared/period/getOpeningPeriod.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { commissionListNames, readOpenLayer } from './connectCommissions.ts';

export const rowsThatFit = (): number => pageSizeFor(windowHeight(), limits.table.commissions);

/** Starts the page's machine with the service, the URL and the height of the window. */
export const useCommissionsActor = (service: ReturnType<typeof createCommissions>, scope: Scope) => {
  const user = useUser();
  const today = useToday();
  const hasServerSearch = useFeature('commission-search');
  const canShowPastDays = useFeature('as-of');
  const search = useSearch();
  // Only once: reading the height forces a layout.
  const [pageSize] = useState(rowsThatFit);
  const machine = useMemo(() => {
    const pages = cursorPagesOf<Commission, CommissionSummary>().provide({
      actors: { loadPage: fromPromise(({ input }) => service.page(input)) },
    });
    return commissionsMachine.provide({ actors: { list: listOf<Commission, CommissionSummary>().provide({ actors: { pages } }) } });
  }, [service]);
  const names = useMemo(() => commissionListNames(hasServerSearch), [hasServerSearch]);
  const ref = useMachineRef(machine, {
    today,
    period: getOpeningPeriod(user, today, search),
    // spec 6.04: users limited to their own commissions request only those.
    userId: reachOf(user, 'commission:read') === 'own' ? user.id : null,
    scope,
    over: readOpenLayer(search),
    ...(canShowPastDays ? { lens: parseLens(search) } : {}),
    list: { ...parseList(search, names), pageSize, searches: hasServerSearch ? 'all' : 'page' },
  });
  // A layout effect, so that no frame shows the old rows under the new scope.
  useLayoutEffect(() => ref.send({ type: 'scope.changed', scope }), [ref, scope]);
  return { ref, names, hasServerSearch, canLookBack: canShowPastDays };
};
