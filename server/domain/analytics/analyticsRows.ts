import type { AnalyticsFigures, AnalyticsRow, AnalyticsTrend, Span } from '../../../contract/entities/analytics.ts';
import { spans } from '../../../contract/entities/analytics.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import type { DateRange } from '../../../contract/rules/time/period.ts';
import type { DealSums, EventGroupCounts, MoneySums } from '../../db/repositories/analytics/analytics.ts';
import type { Group, Ranges } from '../../db/repositories/analytics/grouping.ts';
import { monthsOfRange } from './analyticsQuestion.ts';

/** Totals per range: money or events, depending on what the actor may read, and deals (null if the company has none). */
export type AnalyticsSums = Readonly<{
  money: readonly MoneySums[] | null;
  events: readonly EventGroupCounts[] | null;
  deals: readonly DealSums[] | null;
}>;
/** A quota in cents; 0 means no quota. */
export type QuotaOf = (key: string, span: Span) => Cents;

const MAX_LINES = 5;
/** Hours are planned in quarters, so two decimals are exact. */
const hours = (value: number): number => Math.round(value * 100) / 100;

const figuresOf = (sums: AnalyticsSums, quotaOf: QuotaOf, key: string, span: Span): AnalyticsFigures => {
  const isMatch = (row: Pick<Group, 'span' | 'key'>): boolean => spans[row.span] === span && row.key === key;
  const money = sums.money?.find(isMatch);
  const events = sums.events?.find(isMatch);
  const quota = sums.money ? quotaOf(key, span) : 0;
  return {
    commission: sums.money && fromCents(money?.commission ?? 0),
    sales: sums.money && fromCents(money?.sales ?? 0),
    attainment: quota === 0 ? null : (money?.commissionable ?? 0) / quota,
    deals: sums.deals ? (sums.deals.find(isMatch)?.deals ?? 0) : (money?.invoices ?? null),
    events: sums.events && (events?.events ?? 0),
    hours: sums.events && hours(events?.hours ?? 0),
    readiness: events && events.coming > 0 ? events.ready / events.coming : null,
  };
};

const sortValueOf = ({ current }: AnalyticsRow): number => current.commission ?? current.events ?? 0;

/** One row per breakdown key, largest first. */
export const analyticsRowsOf = (sums: AnalyticsSums, quotaOf: QuotaOf): AnalyticsRow[] => {
  const labels = new Map<string, string | null>();
  for (const { key, label } of [...(sums.money ?? []), ...(sums.events ?? []), ...(sums.deals ?? [])]) labels.set(key, label);
  return [...labels]
    .map(([key, label]): AnalyticsRow => {
      const figuresIn = (span: Span): AnalyticsFigures => figuresOf(sums, quotaOf, key, span);
      return { key, label, current: figuresIn('current'), previous: figuresIn('previous'), year_before: figuresIn('year_before') };
    })
    .sort((a, b) => sortValueOf(b) - sortValueOf(a) || (a.label ?? '').localeCompare(b.label ?? ''));
};

const lineOf = (
  sums: Omit<AnalyticsSums, 'deals'>,
  range: DateRange,
  spanIndex: number,
  { key, label }: Pick<Group, 'key' | 'label'>,
): AnalyticsTrend => ({
  key,
  label,
  span: spans[spanIndex] ?? 'current',
  points: monthsOfRange(range).map(({ month, start_date, end_date }) => {
    const isMatch = (row: Group): boolean => row.span === spanIndex && row.key === key && row.month === month;
    const [money, events] = [sums.money?.find(isMatch), sums.events?.find(isMatch)];
    return {
      start_date,
      end_date,
      commission: sums.money && fromCents(money?.commission ?? 0),
      sales: sums.money && fromCents(money?.sales ?? 0),
      events: sums.events && (events?.events ?? 0),
      hours: sums.events && hours(events?.hours ?? 0),
    };
  }),
});

/** One line per range, or one per key for the largest keys of a breakdown. */
export const analyticsTrendOf = (
  sums: Omit<AnalyticsSums, 'deals'>,
  ranges: Ranges,
  rows: readonly AnalyticsRow[],
  isSeparate: boolean,
): AnalyticsTrend[] => {
  const lines = isSeparate ? rows.slice(0, MAX_LINES) : [{ key: '', label: null }];
  return ranges.flatMap((range, index) => (range ? lines.map((line) => lineOf(sums, range, index, line)) : []));
};
