import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { assign, fromPromise } from 'xstate';
import type { FailedMail } from '../../../../contract/entities/mail.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useApp, useToast } from '../../../app/context.ts';
import { cursorPagesOf } from '../../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../../machines/lists/list.machine.ts';
import { rowActionOf } from '../../../machines/lists/rowAction.machine.ts';
import { toFailureMessage } from '../../../machines/support/failure.ts';
import { createFailedMail, type MailSummary } from '../../../services/failedMail.ts';
import { type ListNames, parseList, toSearchQuery } from '../../../shared/lists/listInUrl.ts';
import { useList } from '../../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

const t = messages.failedMail;
const SKELETON_ROWS = 5;
const names: ListNames = { filters: {}, rows: { '': 'mail' } };

/** Connects failed emails to the server; the list has one page and reloads after every retry. */
export const useFailedMail = () => {
  const { http } = useApp();
  const toast = useToast();
  const service = useMemo(() => createFailedMail(http), [http]);
  const machine = useMemo(() => {
    const pages = cursorPagesOf<FailedMail, MailSummary>().provide({
      actors: { loadPage: fromPromise(({ signal }) => service.page(signal)) },
    });
    const rowAction = rowActionOf<FailedMail>().provide({
      actors: {
        // A retry is harmless, so it needs no confirmation.
        askAction: fromPromise<string | null, { action: FailedMail }>(async () => ''),
        saveAction: fromPromise(async ({ input: { action } }) => {
          await service.retry(action.id);
          toast(fill(t.retried, { to: action.recipient }));
          return null;
        }),
      },
      actions: { setError: assign((_, { error }) => ({ error: toFailureMessage({ error, fallback: t.retryFailed }) })) },
    });
    return listOf<FailedMail, MailSummary, FailedMail>().provide({ actors: { pages, rowAction } });
  }, [service, toast]);
  const search = useSearch();
  const ref = useMachineRef(machine, { ...parseList(search, names), pageSize: SKELETON_ROWS, fallback: t.loadFailed });
  const list = useList<FailedMail, MailSummary, FailedMail>(ref, { names });
  useQueryInUrl({ question: ['tab=mail', toSearchQuery(list.address)].filter(Boolean).join('&'), search, follow: list.follow, bare: true });
  return { ...list, retry: (action: FailedMail) => ref.send({ type: 'action.choose', action }) };
};
