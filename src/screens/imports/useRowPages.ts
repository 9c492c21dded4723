import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Pagination } from '../../../contract/entities/common.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { cursorPagesOf, type PageQuestion } from '../../machines/lists/cursorPages.machine.ts';
import type { PageRequest } from '../../services/pages.ts';
import { connectPages } from '../../shared/lists/connectPages.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

type PageOfRows<Row> = Readonly<{ data: readonly Row[]; pagination: Pagination }>;

/** Pages of rows inside a panel, without a URL. */
export const useRowPages = <Row>(read: (request: PageRequest) => Promise<PageOfRows<Row>>, question: PageQuestion) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: provided once per opened panel.
  const machine = useMemo(() => cursorPagesOf<Row>().provide({ actors: { loadPage: fromPromise(({ input }) => read(input)) } }), []);
  const input = { question, pageSize: limits.imports.rowsPage, fallback: messages.importRun.loadFailed };
  const ref = useMachineRef(machine, input);
  const questionJson = JSON.stringify(question);
  useEffect(() => ref.send({ type: 'question.changed', question: JSON.parse(questionJson) as PageQuestion }), [ref, questionJson]);
  const view = connectPages<Row, unknown>(useSelector(ref, (snapshot) => snapshot));
  return {
    ...view,
    retry: () => ref.send({ type: 'page.retry' }),
    next: () => ref.send({ type: 'page.next' }),
    previous: () => ref.send({ type: 'page.previous' }),
  };
};
