import type { SnapshotFrom } from 'xstate';
import { fill, messages } from '../../../contract/messages.ts';
import type { cursorPagesMachine } from '../../machines/lists/cursorPages.machine.ts';

type Pages = SnapshotFrom<typeof cursorPagesMachine>;

/** Where one is in a list of pages: "1–25 of 300". */
const positionOf = (pages: Pages): string => {
  const { page, answered, pageSize } = pages.context;
  if (pages.hasTag('stale') || !page || page.data.length === 0) return '';
  const from = answered.before * pageSize + 1;
  const to = from + page.data.length - 1;
  const { total } = page.pagination;
  return total === null || total === undefined ? fill(messages.pages.some, { from, to }) : fill(messages.pages.of, { from, to, total });
};

/** The page of an address, from 1; further than `MAX_PAGE` none leads, since pages are walked to one by one. */
const MAX_PAGE = 50;
export const pageFrom = (search: string): number =>
  Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(new URLSearchParams(search).get('page'))) || 1));

/** The page that is shown or walked to, as the address names it: the first one goes without saying. */
export const pageInUrl = ({ context: { history, target } }: Pages): string => {
  const page = Math.max(history.length, target) + 1;
  return page === 1 ? '' : String(page);
};

/** Snapshot of the pages → what a table and its pager show. `Row` is what the one service that answers these pages lists. */
export const connectPages = <Row>(pages: Pages) => ({
  loaded: (pages.context.page?.data ?? []) as readonly Row[],
  loading: pages.hasTag('busy'),
  stale: pages.hasTag('stale'),
  failure: pages.matches('failed') ? pages.context.error : null,
  total: pages.context.page?.pagination.total ?? null,
  firstRowIndex: pages.context.answered.before * pages.context.pageSize,
  pageSize: pages.context.pageSize,
  position: positionOf(pages),
  canNext: pages.can({ type: 'page.next' }),
  canPrevious: pages.can({ type: 'page.previous' }),
});
