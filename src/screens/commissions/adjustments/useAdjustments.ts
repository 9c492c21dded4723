import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import { type Adjustment, type AdjustmentState, adjustmentSortFields, adjustmentStates } from '../../../../contract/entities/adjustment.ts';
import type { Commission } from '../../../../contract/entities/commission.ts';
import { limits } from '../../../../contract/limits.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { pageSizeFor } from '../../../../contract/rules/page.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useApp, useFeature, useToast, useUser } from '../../../app/context.ts';
import {
  type AdjustmentSort,
  adjustmentsMachine,
  type Decision,
  type FormSubject,
  newestFirst,
} from '../../../machines/adjustments/adjustments.machine.ts';
import { cursorPagesMachine } from '../../../machines/lists/cursorPages.machine.ts';
import { createAdjustments } from '../../../services/adjustments.ts';
import { askUser, onResize, windowHeight } from '../../../services/browser.ts';
import { readAllPages } from '../../../services/pages.ts';
import { invoiceOf } from '../columns.tsx';
import { useTeam } from '../useTeam.ts';
import { aboutAdjustment, connectAdjustments, mayAdjust, rowsToExport } from './connectAdjustments.ts';

const text = messages.adjustments;
const rowsThatFit = (): number => pageSizeFor(windowHeight(), limits.table.adjustments);

/** decisions 8.02: state and sort of a deep link, under names of their own, apart from those of the commissions. */
const stateFrom = (search: string): AdjustmentState | '' => {
  const named = new URLSearchParams(search).get('adjustments');
  return adjustmentStates.find((each) => each === named) ?? '';
};
const sortFrom = (search: string): AdjustmentSort | null => {
  const [named, direction] = (new URLSearchParams(search).get('adjustment_sort') ?? '').split('.');
  const key = adjustmentSortFields.find((each) => each === named);
  return key ? { key, direction: direction === 'desc' ? 'desc' : 'asc' } : null;
};

/** Binds the adjustments table to its service. `onChanged` hears of every change that the server kept. */
export const useAdjustments = ({ range, onChanged }: { range: DateRange; onChanged: () => void }) => {
  const { inspect, serviceOf } = useApp();
  const search = useSearch();
  const user = useUser();
  const live = useFeature('adjustments');
  const toast = useToast();
  const team = useTeam(range);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(onChanged);
  useEffect(() => {
    latest.current = onChanged;
  });
  const service = serviceOf(createAdjustments);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the machine is provided once; toast is another function at each render.
  const machine = useMemo(
    () =>
      adjustmentsMachine.provide({
        actors: {
          adjustmentPages: cursorPagesMachine.provide({ actors: { loadPage: fromPromise(({ input }) => service.page(input)) } }),
          decide: fromPromise(({ input }) =>
            input.kind === 'void' ? service.remove(input, input.reason) : service.decide(input.kind, input, input.reason),
          ),
        },
        actions: {
          askUser: ({ self }, { decision }) => {
            const listed = self.getSnapshot().children.adjustmentPages?.getSnapshot().context.page?.data as
              | readonly Adjustment[]
              | undefined;
            const row = listed?.find(({ id }) => id === decision.id);
            const reason = row ? askUser(fill(text.confirm[decision.kind], aboutAdjustment(row))) : null;
            if (reason !== null) self.send({ type: 'decision.confirmed', decision: { ...decision, reason } });
          },
          reveal: () => {
            frame.current?.scrollIntoView({ block: 'start' });
            frame.current?.querySelector('select')?.focus({ preventScroll: true });
          },
          reportDecided: (_, { decision }) => {
            if (decision) toast(text.done[decision.kind]);
          },
          reportChanged: () => latest.current(),
        },
      }),
    [service],
  );
  const ref = useActorRef(machine, {
    input: { range, pageSize: rowsThatFit(), live, state: live ? stateFrom(search) : '', sort: sortFrom(search) },
    ...(inspect ? { inspect } : {}),
  });
  const { adjustmentPages: pages } = useSelector(ref, (snapshot) => snapshot.children);
  if (!pages) throw new Error('adjustments runs without its pages');
  useEffect(() => onResize(() => pages.send({ type: 'size.changed', pageSize: rowsThatFit() })), [pages]);
  const { start_date, end_date } = range;
  useEffect(() => ref.send({ type: 'range.changed', range: { start_date, end_date } }), [ref, start_date, end_date]);
  const screen = useSelector(ref, (snapshot) => snapshot);
  const pagesSnapshot = useSelector(pages, (snapshot) => snapshot);
  const openForm = (subject: FormSubject): void => ref.send({ type: 'form.open', subject });
  const refresh = (): void => {
    service.forget();
    pages.send({ type: 'page.reload' });
  };
  const { state, sort } = screen.context;
  return {
    view: connectAdjustments(screen, pagesSnapshot, user, team),
    frame,
    service,
    readAll: async () => rowsToExport(screen.context, await readAllPages(service.page, pages.getSnapshot().context.question ?? {})),
    /** An adjustment came from elsewhere, such as from a question that was answered. */
    refresh,
    /** Nobody knows whether something was kept: everything that depends on it is read again. */
    doubt: () => {
      refresh();
      latest.current();
    },
    /** For the address: what differs from how the table opens. */
    address: {
      adjustments: state,
      adjustment_sort: sort.key === newestFirst.key && sort.direction === newestFirst.direction ? '' : `${sort.key}.${sort.direction}`,
    },
    follow: (link: string) => ref.send({ type: 'state.choose', state: stateFrom(link) }),
    next: () => pages.send({ type: 'page.next' }),
    previous: () => pages.send({ type: 'page.previous' }),
    retry: () => pages.send({ type: 'page.retry' }),
    sort: (key: string) => ref.send({ type: 'sort.toggle', key }),
    type: (typed: string) => ref.send({ type: 'search.type', text: typed }),
    chooseState: (state: AdjustmentState | '') => ref.send({ type: 'state.choose', state }),
    review: () => ref.send({ type: 'review.open' }),
    openForm,
    mayAdjust: (row: Commission) => mayAdjust(user, row, team),
    /** spec 2.37: what "Edit Commission" does with a record; absent for users who may not. */
    editOf: (row: Commission, closeDetails: () => void): (() => void) | undefined => {
      if (!mayAdjust(user, row, team)) return undefined;
      return () => {
        closeDetails();
        openForm({
          adjustment: null,
          prefill: { commission_id: row.id, related_invoice_id: row.invoice_id, invoice_number: invoiceOf(row) },
        });
      };
    },
    decide: (decision: Decision) => ref.send({ type: 'decision.ask', decision }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    formEnded: ref.send,
  };
};
export type Adjustments = ReturnType<typeof useAdjustments>;
