import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import type { Commission, CommissionSummary } from '../../../contract/entities/commission.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import { limits } from '../../../contract/limits.ts';
import { reachOf } from '../../../contract/permissions.ts';
import { pageSizeFor } from '../../../contract/rules/page.ts';
import { useApp, useFeature, useToday, useUser } from '../../app/context.ts';
import { commissionsMachine, type PageDialog } from '../../machines/commissions/commissions.machine.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { windowHeight } from '../../services/browser.ts';
import { createCommissions } from '../../services/commissions.ts';
import { createExplanations } from '../../services/explanations.ts';
import { readAllPages } from '../../services/pages.ts';
import { parseLens, toLensQuery } from '../../shared/lens/lensInUrl.ts';
import { searchRows } from '../../shared/lists/connectList.ts';
import { parseList } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { openingPeriod } from '../../shared/period/openingPeriod.ts';
import { parsePeriod } from '../../shared/period/periodInUrl.ts';
import { useFollowDay } from '../../shared/period/useFollowDay.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { useSteady } from '../../ui/support/steadily.tsx';
import { commissionSortValue } from './columns.tsx';
import { commissionListNames, connectCommissions, readOpenLayer, searchWordsOfCommission, toFigure } from './connectCommissions.ts';

const rowsThatFit = (): number => pageSizeFor(windowHeight(), limits.table.commissions);

/** Connects the Commissions page: its machine, the service, the window height and the address. */
export const useCommissions = (scope: Scope) => {
  const { getService } = useApp();
  const user = useUser();
  const today = useToday();
  const searches = useFeature('commission-search');
  const looksBack = useFeature('as-of');
  const search = useSearch();
  // Only once: reading the height forces a layout.
  const [pageSize] = useState(rowsThatFit);
  const service = getService(createCommissions);
  const machine = useMemo(() => {
    const pages = cursorPagesOf<Commission, CommissionSummary>().provide({
      actors: { loadPage: fromPromise(({ input }) => service.page(input)) },
    });
    return commissionsMachine.provide({ actors: { list: listOf<Commission, CommissionSummary>().provide({ actors: { pages } }) } });
  }, [service]);
  const names = useMemo(() => commissionListNames(searches), [searches]);
  const ref = useMachineRef(machine, {
    today,
    period: openingPeriod(user, today, search),
    // spec 6.04: users limited to their own commissions request only those.
    userId: reachOf(user, 'commission:read') === 'own' ? user.id : null,
    scope,
    over: readOpenLayer(search),
    ...(looksBack ? { lens: parseLens(search) } : {}),
    list: { ...parseList(search, names), pageSize, searches: searches ? 'all' : 'page' },
  });
  // A layout effect, so that no frame shows the old rows under the new scope.
  useLayoutEffect(() => ref.send({ type: 'scope.changed', scope }), [ref, scope]);
  const children = useSelector(ref, (snapshot) => snapshot.children);
  const dialog = useSelector(ref, (snapshot) => snapshot.context.dialog);
  const ask = useSelector(ref, (snapshot) => snapshot.context.ask);
  const { period, lens } = children;
  if (!period || !lens || !children.list) throw new Error('commissions runs without its children');
  useFollowDay(today, period, lens);
  const chosenPeriod = useSelector(period, (snapshot) => snapshot.context.period);
  const days = useSelector(lens, (snapshot) => snapshot.context);
  const list = useList<Commission, CommissionSummary>(children.list, {
    names,
    words: searchWordsOfCommission,
    sortValue: commissionSortValue,
    rowsThatFit,
  });
  const { start_date, end_date } = chosenPeriod;
  const range = useMemo(() => ({ start_date, end_date }), [start_date, end_date]);
  const view = useMemo(() => connectCommissions(list.view, range), [list.view, range]);
  const act = useSteady({
    ...list.act,
    /** All rows of the period and status that match the search. */
    readAll: async () => {
      const all = await readAllPages(service.page, list.question);
      return searches ? all : searchRows(all, list.view.search, searchWordsOfCommission);
    },
    /** Call after a change that affects the figures. */
    readAgain: () => {
      service.forget();
      getService(createExplanations).forget();
      list.act.reload();
    },
    openDialog: (opened: PageDialog) => ref.send({ type: 'dialog.open', dialog: opened }),
    askWhyNot: (text: string) => ref.send({ type: 'dialog.open', dialog: 'why-not', ask: text }),
    closeDialog: () => ref.send({ type: 'dialog.close' }),
  });
  return {
    act,
    view,
    /** The dialog open over the page. */
    over: { dialog, ask, why: toFigure(dialog) },
    period,
    lens,
    days,
    /** The parts of the page's address. */
    link: {
      period: chosenPeriod,
      others: { ...list.address, ...toLensQuery(days), open: dialog ?? '', ask },
      follow: (address: string) => {
        const linked = parsePeriod(address);
        if (linked) period.send({ type: 'period.set', period: linked });
        if (looksBack) lens.send({ type: 'lens.set', ...parseLens(address) });
        list.follow(address);
        const openLayer = readOpenLayer(address);
        ref.send(openLayer ? { type: 'dialog.open', ...openLayer } : { type: 'dialog.close' });
      },
    },
  };
};
export type Commissions = ReturnType<typeof useCommissions>;
