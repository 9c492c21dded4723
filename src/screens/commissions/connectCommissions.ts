import {
  type Commission,
  type CommissionSummary,
  commissionFilterStatuses,
  commissionStatuses,
} from '../../../contract/entities/commission.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { earnedOn, fromCents } from '../../../contract/rules/money.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import { type PageDialog, pageDialogs, type SummaryFigure, summaryFigures } from '../../machines/commissions/commissions.machine.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import type { BoundListView } from '../../shared/lists/useList.ts';
import { centsOf, formatDate, formatPercent, NONE } from '../../ui/display/format.ts';
import { commissionColumnKeys, formatAmount, invoiceText, statusBadge } from './columns.tsx';

type List = BoundListView<Commission, CommissionSummary>;

const t = messages.commissions;

/** spec 9.04: the summary shown until one is loaded. */
export const defaultSummary = {
  quota_amount: limits.summaryDefaults.quota,
  base_commission_rate: limits.summaryDefaults.baseRate,
  over_quota_commission_rate: limits.summaryDefaults.overQuotaRate,
};

type Rates = Readonly<{ base: number | null | undefined; over: number | null | undefined }>;
/** The rounding tolerance in cents: half a cent per record. */
const getRoundingTolerance = (parts: NonNullable<CommissionSummary['by_status']>): number =>
  parts.reduce((sum, { records }) => sum + records, 1) / 2;

/**
 * The summary's two rates; null if there are several rates, or if they don't explain the commission, as with per-invoice rates. If the
 * provider sends no `by_status`, its rates are shown unchecked.
 */
export const reliableRates = (summary: Partial<CommissionSummary>): Rates => {
  const { base_commission_rate: baseRate, over_quota_commission_rate: overQuotaRate } = summary;
  if (!isFullSummary(summary) || !summary.by_status || baseRate == null || overQuotaRate == null)
    return { base: baseRate, over: overQuotaRate };
  const [belowQuota, aboveQuota] = [centsOf(summary.base_revenue), centsOf(summary.over_quota_revenue)];
  const expected = earnedOn([
    { net: belowQuota, rate: baseRate },
    { net: aboveQuota, rate: overQuotaRate },
  ]);
  if (Math.abs(expected - centsOf(summary.period_commission)) <= getRoundingTolerance(summary.by_status))
    return { base: baseRate, over: overQuotaRate };
  return { base: belowQuota === 0 ? baseRate : null, over: aboveQuota === 0 ? overQuotaRate : null };
};
const isFullSummary = (summary: Partial<CommissionSummary>): summary is CommissionSummary => summary.period_commission !== undefined;

const rateText = (rate: number | null | undefined): string =>
  rate === undefined ? NONE : rate === null ? t.severalRates : formatPercent(rate);
const percentFigures: readonly SummaryFigure[] = ['quota_attainment', 'effective_commission_rate'];

/** A summary figure as displayed: the amount or share, and the rate next to it. */
export const figureText = (figure: SummaryFigure, summary: Partial<CommissionSummary>): { amount: string; rate: string | null } => {
  const value = summary[figure];
  const rates = reliableRates(summary);
  const rate = figure === 'base_revenue' ? rateText(rates.base) : figure === 'over_quota_revenue' ? rateText(rates.over) : null;
  if (value === undefined || value === null) return { amount: NONE, rate };
  return { amount: percentFigures.includes(figure) ? formatPercent(value) : formatAmount(value), rate };
};

/** The distance to the next rate of one person's plan (look.md); null at the top rate, or if the provider does not send it. */
export const nextRateText = ({ next_rate: next }: Partial<CommissionSummary>): string | null =>
  next ? fill(t.nextRate, { amount: formatAmount(next.missing), rate: formatPercent(next.rate), period: next.period }) : null;

/** The difference between earned and total commission; null if they are equal or one is unknown. */
export const earnedBeyondTotal = ({ total_commission_earned, total_commission }: Partial<CommissionSummary>) => {
  if (total_commission_earned === undefined || total_commission === undefined) return null;
  const cents = centsOf(total_commission_earned) - centsOf(total_commission);
  return cents === 0 || Number.isNaN(cents) ? null : { more: cents > 0, amount: formatAmount(fromCents(Math.abs(cents))) };
};

/** spec 2.35: the search matches id and notes on the loaded page; the displayed invoice number counts as an id. */
export const commissionSearchTexts = (row: Commission): readonly string[] => [row.id, row.invoice_id, invoiceText(row), row.notes ?? ''];

/** The URL parameters of the list; links to questions use `record`, which opens the record at its questions. */
export const commissionListNames = (hasServerSearch: boolean): ListNames => ({
  filters: {
    status: { name: 'status', accepts: (value) => commissionStatuses.some((status) => status === value) },
    // Only if the server can filter by person.
    user_id: { name: 'person', accepts: () => hasServerSearch },
  },
  search: 'search',
  page: 'page',
  sort: { name: 'sort', keys: commissionColumnKeys },
  rows: { '': 'row', question: 'record' },
});

/** The sentence of an empty list; names the search and the status filter. */
const emptyText = ({ filters: { status = '' }, search, searches }: List, { start_date, end_date }: DateRange): string => {
  const words = {
    start: formatDate(start_date),
    end: formatDate(end_date),
    search: search.trim(),
    status: status === '' ? '' : statusBadge(status).label,
  };
  const isSearched = searches === 'all' && words.search !== '';
  if (status === '') return fill(isSearched ? t.emptySearch : t.emptyWhy, words);
  return fill(isSearched ? t.emptyStatusSearch : t.emptyStatusWhy, words);
};

export const statusOptions = ['', ...commissionFilterStatuses].map((value) => ({
  value,
  label: value === '' ? t.statusAll : statusBadge(value).label,
}));
/**
 * True for a status that the filter does not offer, such as overpaid. Links from other parts of the page can set it; the filter then lists
 * it.
 */
export const isUnlistedStatus = (status: string): boolean => statusOptions.every(({ value }) => value !== status);

export const toFigure = (dialog: PageDialog | null): SummaryFigure | null => summaryFigures.find((figure) => figure === dialog) ?? null;

/** The dialog open over the page, from a URL such as `open=why-not&ask=20999`. */
export const readOpenLayer = (address: string): { dialog: PageDialog; ask: string } | null => {
  const query = new URLSearchParams(address);
  const dialog = pageDialogs.find((candidate) => candidate === query.get('open'));
  return dialog ? { dialog, ask: dialog === 'why-not' ? (query.get('ask') ?? '').slice(0, limits.whyNotLength) : '' } : null;
};

/** Maps the list and its range to the page's view. */
export const connectCommissions = (list: List, range: DateRange) => ({
  ...list,
  status: list.filters.status ?? '',
  person: list.filters.user_id ?? '',
  searchesAll: list.searches === 'all',
  range,
  summaryState: list.summary ? ('ready' as const) : list.loading ? ('loading' as const) : ('default' as const),
  // spec 2.39: an empty list and a search without results get different sentences, whichever search it was.
  empty:
    list.loaded.length > 0
      ? { title: t.noResults, why: null }
      : { title: list.searches === 'all' && list.search.trim() !== '' ? t.noResults : t.empty, why: emptyText(list, range) },
});
export type CommissionsView = ReturnType<typeof connectCommissions>;
