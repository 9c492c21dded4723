import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Commission, CommissionSummary } from '../../../contract/entities/commission.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import { useApp, useToday } from '../../app/context.ts';
import type { PageDialog } from '../../machines/commissions/commissions.machine.ts';
import { createCommissions } from '../../services/commissions.ts';
import { createExplanations } from '../../services/explanations.ts';
import { readAllPages } from '../../services/pages.ts';
import { parseLens, toLensQuery } from '../../shared/lens/lensInUrl.ts';
import { searchRows } from '../../shared/lists/connectList.ts';
import { useList } from '../../shared/lists/useList.ts';
import { parsePeriod } from '../../shared/period/periodInUrl.ts';
import { useBroadcastDay } from '../../shared/period/useBroadcastDay.ts';
import { useChildren } from '../../shared/useMachineRef.ts';
import { useStableHandlers } from '../../ui/support/withStableHandlers.tsx';
import { commissionSortValue } from './columns.tsx';
import { commissionSearchTexts, connectCommissions, readOpenLayer, toFigure } from './connectCommissions.ts';
import { rowsThatFit, useCommissionsActor } from './useCommissionsActor.ts';

/** Connects the page's view and actions to its actor. */
export const useCommissions = (scope: Scope) => {
  const { getService } = useApp();
  const today = useToday();
  const service = getService(createCommissions);
  const { ref, names, hasServerSearch, canLookBack } = useCommissionsActor(service, scope);
  const dialog = useSelector(ref, (snapshot) => snapshot.context.dialog);
  const ask = useSelector(ref, (snapshot) => snapshot.context.ask);
  const { period, lens, list: listRef } = useChildren(ref);
  useBroadcastDay(today, period, lens);
  const chosenPeriod = useSelector(period, (snapshot) => snapshot.context.period);
  const days = useSelector(lens, (snapshot) => snapshot.context);
  const list = useList<Commission, CommissionSummary>(listRef, {
    names,
    words: commissionSearchTexts,
    sortValue: commissionSortValue,
    rowsThatFit,
  });
  const { start_date, end_date } = chosenPeriod;
  const range = useMemo(() => ({ start_date, end_date }), [start_date, end_date]);
  const view = useMemo(() => connectCommissions(list.view, range), [list.view, range]);
  const act = useStableHandlers({
    ...list.act,
    /** All rows of the period and status that match the search. */
    readAll: async () => {
      const rows = await readAllPages(service.page, list.question);
      return hasServerSearch ? rows : searchRows(rows, list.view.search, commissionSearchTexts);
    },
    /** Call after a change that affects the figures. */
    reloadFigures: () => {
      service.forget();
      getService(createExplanations).forget();
      list.act.reload();
    },
    openDialog: (nextDialog: PageDialog) => ref.send({ type: 'dialog.open', dialog: nextDialog }),
    askWhyNot: (text: string) => ref.send({ type: 'dialog.open', dialog: 'why-not', ask: text }),
    closeDialog: () => ref.send({ type: 'dialog.close' }),
  });
  return {
    act,
    view,
    over: { dialog, ask, why: toFigure(dialog) },
    period,
    lens,
    days,
    link: {
      period: chosenPeriod,
      others: { ...list.address, ...toLensQuery(days), open: dialog ?? '', ask },
      follow: (address: string) => {
        const linkedPeriod = parsePeriod(address);
        if (linkedPeriod) period.send({ type: 'period.set', period: linkedPeriod });
        if (canLookBack) lens.send({ type: 'lens.set', ...parseLens(address) });
        list.follow(address);
        const openLayer = readOpenLayer(address);
        ref.send(openLayer ? { type: 'dialog.open', ...openLayer } : { type: 'dialog.close' });
      },
    },
  };
};
export type Commissions = ReturnType<typeof useCommissions>;
