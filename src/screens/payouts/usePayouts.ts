import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import type { Payout, PayoutsSummary } from '../../../contract/entities/payout.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { readAllPages } from '../../services/pages.ts';
import { createPayouts } from '../../services/payouts.ts';
import { type ListNames, parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

/** A row id is a payout, a person's ready amount (`next-12`), or their waiting commission (`waiting-12`). */
const payoutNames: ListNames = {
  filters: { user_id: { name: 'person', accepts: (value) => /^[1-9]\d{0,14}$/.test(value) } },
  page: 'page',
  rows: { '': 'payout' },
};

const rowNames = Object.values(payoutNames.rows ?? {});

/** Connects the list of payouts to the server; person, page and open payout are in the URL. */
export const usePayouts = () => {
  const { http } = useApp();
  const service = useMemo(() => createPayouts(http), [http]);
  const machine = useMemo(() => {
    const loadPage = fromPromise(({ input }: { input: Parameters<typeof service.page>[0] }) => service.page(input));
    const pages = cursorPagesOf<Payout, PayoutsSummary>().provide({ actors: { loadPage } });
    return listOf<Payout, PayoutsSummary, never>().provide({ actors: { pages } });
  }, [service]);
  const search = useSearch();
  const ref = useMachineRef(machine, {
    ...parseList(search, payoutNames),
    searches: 'page',
    pageSize: limits.payments.pageSize,
    fallback: messages.payouts.failed,
  });
  const list = useList<Payout, PayoutsSummary, never>(ref, { names: payoutNames });
  useQueryInUrl({ question: toSearchQuery(list.address), search, follow: list.follow, bare: true, rowNames });
  return { ...list, readAll: () => readAllPages(service.page, list.question) };
};
