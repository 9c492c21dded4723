import type { SnapshotFrom } from 'xstate';
import {
  type Commission,
  type CommissionSummary,
  commissionFilterStatuses,
  commissionStatusBadges,
} from '../../../contract/entities/commission.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { commissionsMachine } from '../../machines/commissions.machine.ts';
import type { cursorPagesMachine } from '../../machines/cursorPages.machine.ts';
import { formatDate } from '../../ui/format.ts';
import { invoiceOf, sortValue, statusBadge } from './columns.tsx';

type Screen = SnapshotFrom<typeof commissionsMachine>;
type Pages = SnapshotFrom<typeof cursorPagesMachine>;

const text = messages.commissions;

/** spec 9.04: what the summary shows before there is one. */
export const defaultSummary = {
  quota_amount: limits.summaryDefaults.quota,
  base_commission_rate: limits.summaryDefaults.baseRate,
  over_quota_commission_rate: limits.summaryDefaults.overQuotaRate,
};

/** spec 2.35: the search reads id and notes of the page that is shown; the number that people see counts as id. */
export const found = (rows: readonly Commission[], search: string): readonly Commission[] => {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    [row.id, row.invoice_id, invoiceOf(row), row.notes ?? ''].some((each) => each.toLowerCase().includes(wanted)),
  );
};

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);

/** spec 2.35: sorting is local; equal rows keep their order. */
const sorted = (rows: readonly Commission[], sort: Screen['context']['sort']): readonly Commission[] => {
  if (!sort) return rows;
  const sign = sort.direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(sortValue(a, sort.key), sortValue(b, sort.key)));
};

const emptyText = ({ context }: Screen): string => {
  const range = { start: formatDate(context.range.start_date), end: formatDate(context.range.end_date) };
  if (context.status === '') return fill(text.emptyWhy, range);
  return fill(text.emptyStatusWhy, { ...range, status: statusBadge(context.status).label });
};

/** Where one is in a list of pages: "1–25 of 300". */
export const positionOf = ({ context }: Pages): string => {
  const page = context.page;
  if (!page || page.data.length === 0) return '';
  const from = context.answered.before * context.pageSize + 1;
  const to = from + page.data.length - 1;
  const { total } = page.pagination;
  return total === null || total === undefined ? fill(messages.pages.some, { from, to }) : fill(messages.pages.of, { from, to, total });
};

export const statusOptions = [
  { value: '', label: text.statusAll },
  ...commissionFilterStatuses.map((value) => ({ value, label: commissionStatusBadges[value].label })),
];

/** Snapshots of the screen and of its pages → what the page shows. */
export const connectCommissions = (screen: Screen, pages: Pages) => {
  // The pages child of this screen is only ever answered by the commissions service.
  const loaded = (pages.context.page?.data ?? []) as readonly Commission[];
  const summary = (pages.context.page?.summary ?? null) as CommissionSummary | null;
  const rows = sorted(found(loaded, screen.context.search), screen.context.sort);
  const loading = pages.hasTag('busy');
  return {
    rows,
    loading,
    error: pages.matches('failed') ? pages.context.error : null,
    summary,
    summaryState: summary ? ('ready' as const) : loading ? ('loading' as const) : ('default' as const),
    status: screen.context.status,
    search: screen.context.search,
    sort: screen.context.sort,
    range: screen.context.range,
    total: pages.context.page?.pagination.total ?? null,
    firstRowIndex: pages.context.answered.before * pages.context.pageSize,
    pageSize: pages.context.pageSize,
    position: positionOf(pages),
    canNext: pages.can({ type: 'page.next' }),
    canPrevious: pages.can({ type: 'page.previous' }),
    empty: loaded.length === 0 ? { title: text.empty, why: emptyText(screen) } : { title: text.noResults, why: null },
    dialog: screen.matches('covered') ? screen.context.dialog : null,
    opened: screen.matches('detailed') ? (loaded.find((row) => row.id === screen.context.opened) ?? null) : null,
  };
};
export type CommissionsView = ReturnType<typeof connectCommissions>;
