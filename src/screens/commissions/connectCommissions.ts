import type { SnapshotFrom } from 'xstate';
import { type Commission, type CommissionSummary, commissionFilterStatuses } from '../../../contract/entities/commission.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { earnedOn, fromCents } from '../../../contract/rules/money.ts';
import type { commissionsMachine, PageDialog, SummaryFigure } from '../../machines/commissions/commissions.machine.ts';
import type { cursorPagesMachine } from '../../machines/lists/cursorPages.machine.ts';
import { connectPages } from '../../shared/lists/connectPages.ts';
import { centsOf, formatDate, formatPercent, NONE } from '../../ui/format.ts';
import { formatAmount, invoiceOf, sortValue, statusBadge } from './columns.tsx';

type Screen = SnapshotFrom<typeof commissionsMachine>;
type Pages = SnapshotFrom<typeof cursorPagesMachine>;

const text = messages.commissions;

/** spec 9.04: what the summary shows before there is one. */
export const defaultSummary = {
  quota_amount: limits.summaryDefaults.quota,
  base_commission_rate: limits.summaryDefaults.baseRate,
  over_quota_commission_rate: limits.summaryDefaults.overQuotaRate,
};

type Rates = Readonly<{ base: number | null | undefined; over: number | null | undefined }>;
/** Half a cent of each row, or so where it is not known how many there are. */
const roundingOf = ({ by_status, period_commission }: CommissionSummary): number =>
  by_status ? by_status.reduce((sum, { records }) => sum + records, 1) / 2 : 5 + Math.abs(period_commission) / 20;

/** The two rates of the summary, null where there are several: also where the commission does not follow from them, as with rates of single invoices. */
export const ratesThatHold = (summary: Partial<CommissionSummary>): Rates => {
  const { base_commission_rate: base, over_quota_commission_rate: over } = summary;
  if (!isWhole(summary) || base == null || over == null) return { base, over };
  const [below, above] = [centsOf(summary.base_revenue), centsOf(summary.over_quota_revenue)];
  const expected = earnedOn([
    { net: below, rate: base },
    { net: above, rate: over },
  ]);
  if (Math.abs(expected - centsOf(summary.period_commission)) <= roundingOf(summary)) return { base, over };
  return { base: below === 0 ? base : null, over: above === 0 ? over : null };
};
const isWhole = (summary: Partial<CommissionSummary>): summary is CommissionSummary => summary.period_commission !== undefined;

const rateText = (rate: number | null | undefined): string =>
  rate === undefined ? NONE : rate === null ? text.severalRates : formatPercent(rate);
const fractions: readonly SummaryFigure[] = ['quota_attainment', 'effective_commission_rate'];

/** A figure of the summary as it is shown: the amount or share, and the rate shown next to it. */
export const figureText = (figure: SummaryFigure, summary: Partial<CommissionSummary>): { amount: string; rate: string | null } => {
  const value = summary[figure];
  const rates = ratesThatHold(summary);
  const rate = figure === 'base_revenue' ? rateText(rates.base) : figure === 'over_quota_revenue' ? rateText(rates.over) : null;
  if (value === undefined || value === null) return { amount: NONE, rate };
  return { amount: fractions.includes(figure) ? formatPercent(value) : formatAmount(value), rate };
};

/** How far it is to the next rate of one person's plan (look.md); null where there is none, or the provider does not say it. */
export const nextRateText = ({ next_rate: next }: Partial<CommissionSummary>): string | null =>
  next ? fill(text.nextRate, { amount: formatAmount(next.missing), rate: formatPercent(next.rate), period: next.period }) : null;

/** By how much what was earned is more or less than the total; null where they are the same or not known. */
export const earnedBeyondTotal = ({ total_commission_earned, total_commission }: Partial<CommissionSummary>) => {
  if (total_commission_earned === undefined || total_commission === undefined) return null;
  const cents = centsOf(total_commission_earned) - centsOf(total_commission);
  return cents === 0 || Number.isNaN(cents) ? null : { more: cents > 0, amount: formatAmount(fromCents(Math.abs(cents))) };
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

/** All of the period is searched, by the server. */
const isSearched = ({ searches, search }: Screen['context']): boolean => searches && search.trim() !== '';

const emptyText = ({ context }: Screen): string => {
  const range = { start: formatDate(context.range.start_date), end: formatDate(context.range.end_date) };
  if (isSearched(context)) return fill(text.emptySearch, { ...range, search: context.search.trim() });
  if (context.status === '') return fill(text.emptyWhy, range);
  return fill(text.emptyStatusWhy, { ...range, status: statusBadge(context.status).label });
};

/** spec 2.35: what the filter offers, and nothing else. */
export const statusOptions = ['', ...commissionFilterStatuses].map((value) => ({
  value,
  label: value === '' ? text.statusAll : statusBadge(value).label,
}));
/** A status that only something else on the page leads to, such as overpaid: named next to the filter while it is chosen. */
export const isElsewhere = (status: string): boolean => statusOptions.every(({ value }) => value !== status);

const isFigure = (dialog: PageDialog): dialog is SummaryFigure =>
  dialog !== 'statement' && dialog !== 'projection' && !dialog.startsWith('adjustment:');

/** The open record with its row, null where it is on another page, and those above and below it. */
const openedOf = (opened: Screen['context']['opened'], rows: readonly Commission[]) => {
  if (opened === null) return null;
  const at = rows.findIndex(({ id }) => id === opened.id);
  const beside = (by: number): string | null => (at < 0 ? null : (rows[at + by]?.id ?? null));
  return { ...opened, row: rows[at] ?? null, previous: beside(-1), next: beside(1) };
};

/** Snapshots of the screen and of its pages → what the page shows. */
export const connectCommissions = (screen: Screen, pages: Pages) => {
  const { loaded, failure, ...page } = connectPages<Commission>(pages);
  const { stale, loading } = page;
  const summary = stale ? null : ((pages.context.page?.summary ?? null) as CommissionSummary | null);
  const rows = sorted(screen.context.searches ? loaded : found(loaded, screen.context.search), screen.context.sort);
  const dialog = screen.matches('covered') ? screen.context.dialog : null;
  return {
    ...page,
    rows,
    error: failure,
    summary,
    summaryState: summary ? ('ready' as const) : loading ? ('loading' as const) : ('default' as const),
    status: screen.context.status,
    search: screen.context.search,
    searches: screen.context.searches,
    person: screen.context.person,
    sort: screen.context.sort,
    range: screen.context.range,
    // spec 2.39: an empty list and a search without a result say different things, whichever search it was.
    empty:
      loaded.length > 0
        ? { title: text.noResults, why: null }
        : { title: isSearched(screen.context) ? text.noResults : text.empty, why: emptyText(screen) },
    dialog,
    why: dialog !== null && isFigure(dialog) ? dialog : null,
    opened: screen.matches('detailed') ? openedOf(screen.context.opened, rows) : null,
  };
};
export type CommissionsView = ReturnType<typeof connectCommissions>;
