import type { SnapshotFrom } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import type { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';

export type PagesSnapshot<Row, Summary = unknown> = SnapshotFrom<ReturnType<typeof cursorPagesOf<Row, Summary>>>;

const count = (value: number): string => value.toLocaleString('en-US');

/** The position in the list: "1,001–1,025 of 13,916". */
const formatPosition = <Row, Summary>(pages: PagesSnapshot<Row, Summary>): string => {
  const { page, answered, pageSize } = pages.context;
  if (pages.hasTag('stale') || !page || page.data.length === 0) return '';
  const rowsBefore = answered.before * pageSize;
  const [from, to] = [count(rowsBefore + 1), count(rowsBefore + page.data.length)];
  const { total } = page.pagination;
  return total === null || total === undefined
    ? fill(messages.pages.some, { from, to })
    : fill(messages.pages.of, { from, to, total: count(total) });
};

/** Maps the pages snapshot to a table and its pager. */
export const connectPages = <Row, Summary>(pages: PagesSnapshot<Row, Summary>) => {
  const { page, answered, pageSize, error } = pages.context;
  const stale = pages.hasTag('stale');
  return {
    loaded: page?.data ?? [],
    /** Null while the loaded page belongs to another question. */
    summary: stale ? null : (page?.summary ?? null),
    /** A new object after each load. */
    page,
    loading: pages.hasTag('busy'),
    stale,
    failure: pages.matches('failed') ? error : null,
    total: page?.pagination.total ?? null,
    firstRowIndex: answered.before * pageSize,
    pageSize,
    position: formatPosition<Row, Summary>(pages),
    canNext: pages.can({ type: 'page.next' }),
    canPrevious: pages.can({ type: 'page.previous' }),
  };
};
