import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { assign, fromPromise } from 'xstate';
import type { Deal } from '../../../contract/entities/deal.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useToast } from '../../app/context.ts';
import { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import { listOf } from '../../machines/lists/list.machine.ts';
import { rowActionOf } from '../../machines/lists/rowAction.machine.ts';
import { toFailureMessage } from '../../machines/support/failure.ts';
import { createDeals } from '../../services/deals.ts';
import { readAllPages } from '../../services/pages.ts';
import { parseList, toSearchQuery } from '../../shared/lists/listInUrl.ts';
import { useList } from '../../shared/lists/useList.ts';
import { useQueryInUrl } from '../../shared/lists/useQueryInUrl.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { dealNames, toDealsQuestion } from './dealNames.ts';

const t = messages.deals;
const rowNames = Object.values(dealNames.rows ?? {});
const defaultSort = { key: 'expected_close_date', direction: 'asc' } as const;

/** A step of a deal that needs no input. */
export type DealStep = Readonly<{ deal: Deal; kind: 'win' | 'reopen' }> | Readonly<{ deal: Deal; kind: 'move'; stage: string }>;

/** Connects the list of deals to the server; filters, search, sort and the open deal are in the URL. */
export const useDeals = () => {
  const { http } = useApp();
  const toast = useToast();
  const service = useMemo(() => createDeals(http), [http]);
  const machine = useMemo(() => {
    const loadPage = fromPromise(({ input }: { input: Parameters<typeof service.page>[0] }) =>
      service.page({ ...input, question: toDealsQuestion(input.question) }),
    );
    const pages = cursorPagesOf<Deal>().provide({ actors: { loadPage } });
    const save = async (step: DealStep): Promise<null> => {
      const updated = await service.step(step.deal, step.kind, step.kind === 'move' ? { stage: step.stage } : {});
      toast(fill(t.done[step.kind], { name: updated.name, stage: updated.stage }));
      return null;
    };
    const rowAction = rowActionOf<DealStep>().provide({
      actors: {
        askAction: fromPromise(async (): Promise<string | null> => ''),
        saveAction: fromPromise(({ input: { action } }) => save(action)),
      },
      actions: { setError: assign((_, { error }) => ({ error: toFailureMessage({ error, fallback: t.stepFailed }) })) },
    });
    return listOf<Deal, unknown, DealStep>().provide({ actors: { pages, rowAction } });
  }, [service, toast]);
  const search = useSearch();
  const ref = useMachineRef(machine, {
    ...parseList(search, dealNames),
    sort: parseList(search, dealNames).sort ?? defaultSort,
    defaultSort,
    sorts: 'all',
    pageSize: limits.deals.pageSize,
    fallback: t.failed,
  });
  const list = useList<Deal, unknown, DealStep>(ref, { names: dealNames });
  useQueryInUrl({ question: toSearchQuery(list.address), search, follow: list.follow, bare: true, texts: ['customer'], rowNames });
  return {
    ...list,
    service,
    run: (action: DealStep) => ref.send({ type: 'action.choose', action }),
    /** Opens another dialog for the same deal. */
    show: (id: string, pane: string) => {
      list.act.close();
      list.act.open(id, pane);
    },
    readAll: () => readAllPages(service.page, toDealsQuestion(list.question)),
  };
};
export type Deals = ReturnType<typeof useDeals>;
