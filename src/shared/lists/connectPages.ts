import type { SnapshotFrom } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import type { cursorPagesOf } from '../../machines/lists/cursorPages.machine.ts';
import type { answerMachine } from '../../machines/support/answer.machine.ts';
import type { ListTotals } from '../../services/pages.ts';

export type TotalsSnapshot = SnapshotFrom<typeof answerMachine>;
export type PagesSnapshot<Row, Summary = unknown> = SnapshotFrom<ReturnType<typeof cursorPagesOf<Row, Summary>>>;

const count = (value: number): string => value.toLocaleString('en-US');

/** The position in the list: "1,001–1,025 of 13,916". */
const formatPosition = <Row, Summary>(pages: PagesSnapshot<Row, Summary>, total: number | null): string => {
  const { page, answered, pageSize } = pages.context;
  if (pages.hasTag('stale') || !page || page.data.length === 0) return '';
  const rowsBefore = answered.before * pageSize;
  const [from, to] = [count(rowsBefore + 1), count(rowsBefore + page.data.length)];
  return total === null ? fill(messages.pages.some, { from, to }) : fill(messages.pages.of, { from, to, total: count(total) });
};

/** The totals of a request of their own, or else of the page; null while they belong to another question. */
const connectTotals = <Row, Summary>(pages: PagesSnapshot<Row, Summary>, separate: TotalsSnapshot | undefined) => {
  const separateTotals = (separate?.context.answer ?? null) as ListTotals<Summary> | null;
  const isStale = separateTotals === null ? pages.hasTag('stale') : separate?.hasTag('stale');
  const totals = isStale ? null : (separateTotals ?? pages.context.page);
  const hasFailed = separate?.matches('failed') || separate?.matches('refused');
  return {
    summary: totals?.summary ?? null,
    total: totals?.pagination.total ?? null,
    totalsFailure: hasFailed ? (separate?.context.error ?? null) : null,
  };
};

/** Maps the pages snapshot, and that of separate totals, to a table and its pager. */
export const connectPages = <Row, Summary>(pages: PagesSnapshot<Row, Summary>, separateTotals?: TotalsSnapshot) => {
  const { page, answered, pageSize, error } = pages.context;
  const stale = pages.hasTag('stale');
  const totals = connectTotals<Row, Summary>(pages, separateTotals);
  return {
    loaded: page?.data ?? [],
    ...totals,
    /** A new object after each load. */
    page,
    loading: pages.hasTag('busy'),
    stale,
    failure: pages.matches('failed') ? error : null,
    firstRowIndex: answered.before * pageSize,
    pageSize,
    position: formatPosition<Row, Summary>(pages, totals.total),
    canNext: pages.can({ type: 'page.next' }),
    canPrevious: pages.can({ type: 'page.previous' }),
  };
};
