import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { listOf } from '../../machines/lists/list.machine.ts';
import { onResize } from '../../services/browser.ts';
import { useChildren } from '../useMachineRef.ts';
import { type ClientSideRows, connectList } from './connectList.ts';
import { type ListNames, parseList, toListQuery, toRowUrl } from './listInUrl.ts';

export type BoundListView<Row extends { id: string }, Summary = unknown> = ReturnType<typeof connectList<Row, Summary>> &
  Readonly<{ acting: boolean; error: string | null }>;
type ListParts<Row> = ClientSideRows<Row> & Readonly<{ names: ListNames; rowsThatFit?: () => number }>;
export type ListRef<Row, Summary, Action> = ActorRefFrom<ReturnType<typeof listOf<Row, Summary, Action>>>;

/** Connects a running list to its table. A new list screen only adds columns, a service and messages. */
export const useList = <Row extends { id: string }, Summary = unknown, Action = unknown>(
  ref: ListRef<Row, Summary, Action>,
  parts: ListParts<Row>,
) => {
  const { names, rowsThatFit, words, sortValue } = parts;
  const { pages, totals, rowAction } = useChildren(ref);
  const context = useSelector(ref, (snapshot) => snapshot.context);
  const snapshot = useSelector(pages, (snapshot) => snapshot);
  const totalsSnapshot = useSelector(totals, (snapshot) => snapshot);
  const acting = useSelector(rowAction, (snapshot) => snapshot.matches('asking') || snapshot.matches('saving'));
  const error = useSelector(rowAction, (snapshot) => snapshot.context.error);
  useEffect(
    () => (rowsThatFit ? onResize(() => pages.send({ type: 'size.changed', pageSize: rowsThatFit() })) : undefined),
    [pages, rowsThatFit],
  );
  // Stable view and actions, so that the table rerenders only on changes.
  const view = useMemo(
    () => ({ ...connectList<Row, Summary>(context, snapshot, { words, sortValue }, totalsSnapshot), acting, error }),
    [context, snapshot, words, sortValue, totalsSnapshot, acting, error],
  );
  const rowParameter = names.rows?.[''];
  const actions = useMemo(
    () => ({
      choose: (key: string, value: string): void => ref.send({ type: 'filter.choose', key, value }),
      setSearch: (text: string): void => ref.send({ type: 'search.set', text }),
      type: (text: string): void => ref.send({ type: 'search.type', text }),
      sort: (key: string): void => ref.send({ type: 'sort.toggle', key }),
      open: (id: string, pane = ''): void => ref.send({ type: 'row.open', opened: { id, pane } }),
      /** The URL of this page with the row open. */
      ...(rowParameter === undefined ? {} : { hrefOf: (id: string): string => toRowUrl(window.location.search, names, id) }),
      close: (): void => ref.send({ type: 'row.close' }),
      next: (): void => pages.send({ type: 'page.next' }),
      previous: (): void => pages.send({ type: 'page.previous' }),
      retry: (): void => pages.send({ type: 'page.retry' }),
      retryTotals: (): void => totals.send({ type: 'answer.retry' }),
      reload: (): void => ref.send({ type: 'list.reload' }),
      dismiss: (): void => ref.send({ type: 'error.dismiss' }),
    }),
    [ref, pages, totals, names, rowParameter],
  );
  const { history, target, question } = snapshot.context;
  const page = Math.max(history.length, target) + 1;
  return {
    view,
    /** Parts of the screen's URL. */
    address: toListQuery(names, { ...context, page }),
    follow: (address: string): void => {
      const linkedList = parseList(address, names);
      for (const [key, value] of Object.entries(linkedList.filters)) ref.send({ type: 'filter.choose', key, value });
      if (names.search && linkedList.search !== context.search.trim()) ref.send({ type: 'search.set', text: linkedList.search });
      if (names.sort) ref.send({ type: 'sort.set', sort: linkedList.sort });
      if (names.page) pages.send({ type: 'page.go', page: linkedList.page });
      ref.send(linkedList.opened ? { type: 'row.open', opened: linkedList.opened } : { type: 'row.close' });
    },
    question: question ?? {},
    act: actions,
  };
};
