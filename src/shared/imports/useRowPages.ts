import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Pagination } from '../../../contract/entities/common.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { cursorPagesOf, type Question } from '../../machines/lists/cursorPages.machine.ts';
import type { PageRequest } from '../../services/pages.ts';
import { connectPages } from '../lists/connectPages.ts';
import { useMachineRef } from '../useMachineRef.ts';

type Paged<Row> = Readonly<{ data: readonly Row[]; pagination: Pagination }>;

/** Pages of rows inside a panel, without an address. */
export const useRowPages = <Row>(read: (asked: PageRequest) => Promise<Paged<Row>>, question: Question) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once for one opened panel.
  const machine = useMemo(() => cursorPagesOf<Row>().provide({ actors: { loadPage: fromPromise(({ input }) => read(input)) } }), []);
  const input = { question, pageSize: limits.imports.rowsPage, fallback: messages.importRun.loadFailed };
  const ref = useMachineRef(machine, input);
  const asked = JSON.stringify(question);
  useEffect(() => ref.send({ type: 'question.changed', question: JSON.parse(asked) as Question }), [ref, asked]);
  const view = connectPages<Row, unknown>(useSelector(ref, (snapshot) => snapshot));
  return {
    ...view,
    retry: () => ref.send({ type: 'page.retry' }),
    next: () => ref.send({ type: 'page.next' }),
    previous: () => ref.send({ type: 'page.previous' }),
  };
};
