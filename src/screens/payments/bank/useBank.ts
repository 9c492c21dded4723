import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import type { BankSummary, BankTransaction } from '../../../../contract/entities/bank.ts';
import { limits } from '../../../../contract/limits.ts';
import { messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { cursorPagesOf } from '../../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../../machines/lists/list.machine.ts';
import { createBank } from '../../../services/bank.ts';
import { readAllPages } from '../../../services/pages.ts';
import { parseList, toSearchQuery } from '../../../shared/lists/listInUrl.ts';
import { useList } from '../../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import { bankNames, toBankQuestion } from './bankNames.ts';

const rowNames = Object.values(bankNames.rows ?? {});

/** Connects the list of bank transactions; decisions belong to the panel. */
export const useBank = () => {
  const { http } = useApp();
  const service = useMemo(() => createBank(http), [http]);
  const machine = useMemo(() => {
    const loadPage = fromPromise(({ input }: { input: Parameters<typeof service.page>[0] }) =>
      service.page({ ...input, question: toBankQuestion(input.question) }),
    );
    return listOf<BankTransaction, BankSummary>().provide({
      actors: { pages: cursorPagesOf<BankTransaction, BankSummary>().provide({ actors: { loadPage } }) },
    });
  }, [service]);
  const search = useSearch();
  const ref = useMachineRef(machine, {
    ...parseList(search, bankNames),
    sorts: 'page',
    pageSize: limits.bank.pageSize,
    fallback: messages.bank.failed,
  });
  const list = useList<BankTransaction, BankSummary>(ref, { names: bankNames });
  useQueryInUrl({ question: toSearchQuery({ view: 'bank', ...list.address }), search, follow: list.follow, bare: true, rowNames });
  return { ...list, service, readAll: () => readAllPages(service.page, toBankQuestion(list.question)) };
};
export type Bank = ReturnType<typeof useBank>;
