import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { assign, fromPromise } from 'xstate';
import type { Adjustment } from '../../../../contract/entities/adjustment.ts';
import type { Commission } from '../../../../contract/entities/commission.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { pageSizeFor } from '../../../../contract/rules/page.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useApp, useFeature, useToast, useUser } from '../../../app/context.ts';
import { type AdjustmentDecision, adjustmentsMachine, type FormSubject } from '../../../machines/adjustments/adjustments.machine.ts';
import { toDecisionError } from '../../../machines/adjustments/decisionError.ts';
import { cursorPagesOf } from '../../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../../machines/lists/list.machine.ts';
import { rowActionOf } from '../../../machines/lists/rowAction.machine.ts';
import { createAdjustments } from '../../../services/adjustments.ts';
import { askUser, windowHeight } from '../../../services/browser.ts';
import { readAllPages } from '../../../services/pages.ts';
import { parseList } from '../../../shared/lists/listInUrl.ts';
import { useList } from '../../../shared/lists/useList.ts';
import { useChildren, useMachineRef } from '../../../shared/useMachineRef.ts';
import { useLatest } from '../../../ui/support/useLatest.ts';
import { useStableHandlers } from '../../../ui/support/withStableHandlers.tsx';
import { invoiceText } from '../columns.tsx';
import { useAdjustableTeam } from '../useTeam.ts';
import { adjustmentListNames, canAdjust, connectAdjustments, describeAdjustment, rowsToExport } from './connectAdjustments.ts';

const t = messages.adjustments;
const rowsThatFit = (): number => pageSizeFor(windowHeight(), limits.table.adjustments);

/** Sends the typed reason as the decider's reason. */
const decide = async (service: ReturnType<typeof createAdjustments>, { kind, row }: AdjustmentDecision, reason: string): Promise<null> => {
  const versionedRef = { id: row.id, version: row.version ?? null };
  await (kind === 'void' ? service.remove(versionedRef, reason) : service.decide(kind, versionedRef, reason));
  return null;
};

/** Connects the adjustments table to its service. `onChanged` is called after every change the server saved. */
export const useAdjustments = ({ range, ofTeam, onChanged }: { range: DateRange; ofTeam: boolean; onChanged: () => void }) => {
  const { getService } = useApp();
  const search = useSearch();
  const user = useUser();
  const live = useFeature('adjustments');
  const toast = useToast();
  const team = useAdjustableTeam(range);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useLatest(onChanged);
  const service = getService(createAdjustments);
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened page.
  const machine = useMemo(() => {
    const pages = cursorPagesOf<Adjustment>().provide({ actors: { loadPage: fromPromise(({ input }) => service.page(input)) } });
    const rowAction = rowActionOf<AdjustmentDecision>().provide({
      actors: {
        askAction: fromPromise(async ({ input: { action } }) => askUser(fill(t.confirm[action.kind], describeAdjustment(action.row)))),
        saveAction: fromPromise(({ input: { action, reply } }) => decide(service, action, reply)),
      },
      actions: { setError: assign((_, { error }) => ({ error: toDecisionError(error) })) },
    });
    return adjustmentsMachine.provide({
      actors: { list: listOf<Adjustment, unknown, AdjustmentDecision>().provide({ actors: { pages, rowAction } }) },
      actions: {
        reportDecided: (_, { action }) => toast(t.done[action.kind]),
        reportChanged: () => latest.current(),
        logFailure: (_, { error }) => console.warn(error),
      },
    });
  }, [service]);
  const names = useMemo(() => adjustmentListNames(live), [live]);
  const { start_date, end_date } = range;
  const part = useMemo(() => ({ start_date, end_date, ...(ofTeam ? { scope: 'team' } : {}) }), [start_date, end_date, ofTeam]);
  const [pageSize] = useState(rowsThatFit);
  const ref = useMachineRef(machine, {
    live,
    list: { ...parseList(search, names), part, pageSize },
  });
  const { list: listRef } = useChildren(ref);
  // A layout effect: with a normal effect, one frame would show the old rows under the new range.
  useLayoutEffect(() => listRef.send({ type: 'part.changed', part }), [listRef, part]);
  const screen = useSelector(ref, (snapshot) => snapshot);
  const list = useList<Adjustment, unknown, AdjustmentDecision>(listRef, { names, rowsThatFit });
  const openForm = (subject: FormSubject): void => ref.send({ type: 'form.open', subject });
  const refresh = (): void => {
    service.forget();
    list.act.reload();
  };
  const forPeople = useFeature('person-adjustments') && live;
  const viewer = useMemo(() => ({ user, team, range, forPeople }), [user, team, range, forPeople]);
  const view = useMemo(() => connectAdjustments(screen, list.view, viewer), [screen, list.view, viewer]);
  const act = useStableHandlers({
    ...list.act,
    readAll: async () => rowsToExport(screen.context, list.view.search, await readAllPages(service.page, list.question)),
    /** Call after an adjustment was created elsewhere, for example by resolving a dispute. */
    refresh,
    /** Reloads everything that a save with an unknown outcome may have changed. */
    reloadAll: () => {
      refresh();
      latest.current();
    },
    chooseState: (state: string) => list.act.choose('state', state),
    /** decisions 2.13: shows only pending adjustments and scrolls to the table. */
    review: () => {
      list.act.choose('state', 'pending');
      frame.current?.scrollIntoView({ block: 'start' });
      frame.current?.querySelector<HTMLElement>('.list-filters :is(select, button)')?.focus({ preventScroll: true });
    },
    openForm,
    decide: (decision: AdjustmentDecision) => ref.send({ type: 'decision.ask', decision }),
    formEnded: ref.send,
  });
  /** The card's props, stable while none of them changes. */
  const card = useMemo(() => ({ ...act, view, frame, service }), [act, view, service]);
  return {
    ...card,
    card,
    address: list.address,
    follow: list.follow,
    mayAdjust: (row: Commission) => canAdjust(user, row, team),
    /** spec 2.37: the "Edit Commission" action of a record; undefined if the user lacks permission. */
    editOf: (row: Commission, closeDetails: () => void): (() => void) | undefined => {
      if (!canAdjust(user, row, team)) return undefined;
      return () => {
        closeDetails();
        openForm({
          adjustment: null,
          prefill: { commission_id: row.id, related_invoice_id: row.invoice_id, invoice_number: invoiceText(row) },
        });
      };
    },
  };
};
export type Adjustments = ReturnType<typeof useAdjustments>['card'];
