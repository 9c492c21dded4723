import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import type { Approval } from '../../../contract/entities/approval.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useLiveChanges, useToast } from '../../app/context.ts';
import { approvalsMachine, type PendingDecision } from '../../machines/approvals/approvals.machine.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { createApprovals } from '../../services/approvals.ts';
import { readAllPages } from '../../services/pages.ts';
import { parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { approvalNames } from './approvalNames.ts';
import { connectApprovals } from './connectApprovals.ts';

/** Connects the user's pending approvals to the server; every loaded page updates the badge. */
export const useApprovals = () => {
  const service = useApp().getService(createApprovals);
  const toast = useToast();
  const machine = useMemo(() => {
    const pages = cursorPagesOf<Approval>().provide({ actors: { loadPage: fromPromise(({ input }) => service.page(input)) } });
    return approvalsMachine.provide({
      actors: {
        list: listOf<Approval>().provide({ actors: { pages } }),
        decideApprovals: fromPromise(({ input }) => service.decide(input.decision, input.approvals, input.note)),
        undoApprovals: fromPromise(({ input }) => service.undo(input.items)),
      },
      actions: {
        reportChanged: () => service.changed(),
        reportUndone: (_, { output }) => {
          if (output.some(({ outcome }) => outcome === 'decided')) toast(messages.approvals.undone, 'info');
        },
        logFailure: (_, { error }) => console.warn(error),
      },
    });
  }, [service, toast]);
  const search = useSearch();
  const ref = useMachineRef(machine, { list: { ...parseList(search, approvalNames), pageSize: limits.approvals.pageSize } });
  const snapshot = useSelector(ref, (current) => current);
  const listRef = snapshot.children.list;
  if (!listRef) throw new Error('approvals run without their list');
  const list = useList<Approval>(listRef, { names: approvalNames });
  useQueryInUrl({
    question: toSearchQuery(list.address),
    search,
    follow: list.follow,
    bare: true,
    rowNames: [approvalNames.rows?.[''] ?? ''],
  });
  useLiveChanges(({ approvals }) => {
    if (approvals) listRef.send({ type: 'list.reload' });
  });
  const { page } = list.view;
  useEffect(() => {
    if (page !== null) service.changed();
  }, [service, page]);
  return {
    ...list,
    service,
    own: connectApprovals(snapshot, list.view.rows),
    readAll: () => readAllPages(service.page, list.question),
    select: (approvals: readonly Approval[]) => ref.send({ type: 'rows.select', approvals }),
    ask: (decision: PendingDecision) => ref.send({ type: 'decision.ask', ...decision }),
    answer: (note: string) => ref.send({ type: 'decision.answer', note }),
    close: () => ref.send({ type: 'decision.close' }),
    undo: () => ref.send({ type: 'undo.ask' }),
    addNote: () => ref.send({ type: 'undo.note' }),
    dismissUndo: () => ref.send({ type: 'undo.dismiss' }),
    dismiss: () => ref.send({ type: 'messages.dismiss' }),
  };
};
export type Approvals = ReturnType<typeof useApprovals>;
