import type { Analytics, AnalyticsFigures, AnalyticsRow, Breakdown, Span } from '../../../contract/entities/analytics.ts';
import { spans } from '../../../contract/entities/analytics.ts';
import { preferredCharts } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { type DateRange, type Day, monthIndexOf, yearOf } from '../../../contract/rules/time/period.ts';
import type { BarsProps } from '../../ui/chart/Bars.tsx';
import type { ChartFormat, ChartProps } from '../../ui/chart/types.ts';
import { formatDate, formatPercent, NONE } from '../../ui/display/format.ts';
import { everybodyScope, toEventsLink, toRowsLink } from './question.ts';

const t = messages.analytics;
export type ChartId = (typeof preferredCharts)[number] | 'events' | 'hours' | 'readiness' | 'deals';
/** A chart with its data, or the sentence shown instead of it. `note` is shown below the chart. */
export type ChartView = Readonly<{ id: ChartId; title: string; note?: string }> &
  (
    | Readonly<{ kind: 'lines'; props: ChartProps }>
    | Readonly<{ kind: 'columns'; props: ChartProps }>
    | Readonly<{ kind: 'bars'; props: BarsProps }>
    | Readonly<{ kind: 'none'; why: string }>
  );
/** Months after `today` without data are unknown, not zero. */
export type ChartRequest = Readonly<{ by: Breakdown; of: string; today: Day }>;
type Figure = keyof AnalyticsFigures;
type ChartSpec = Readonly<{ id: ChartId; figure: Figure; format: ChartFormat }>;

const MAX_BARS = 12;
const monthName = (day: string): string => `${messages.period.months[monthIndexOf(day)]} ${yearOf(day)}`;
const convertToUnits = (format: ChartFormat, value: number | null): number | null =>
  value === null || format !== 'money' ? value : toCents(value);
const toFileName = (id: ChartId, { start_date, end_date }: DateRange): string => `${id.replaceAll('_', '-')}-${start_date}-${end_date}`;

const getName = (breakdown: Breakdown, { label }: Pick<AnalyticsRow, 'label'>): string =>
  label || (breakdown === 'territory' ? t.noTerritoryKey : breakdown === 'activity_type' ? t.noActivity : t.nobody);

const toLink = (response: Analytics, { by: breakdown, of: scope }: ChartRequest, key: string, range: DateRange): string | undefined => {
  if (breakdown === 'activity_type') return key === '' ? undefined : toEventsLink(range, key);
  if (!response.money) return toEventsLink(range);
  if (breakdown === 'month') return toRowsLink(range, scope);
  if (key === '') return undefined;
  return toRowsLink(range, breakdown === 'person' ? `person.${key}` : `territory.${key}`);
};
const withLink = <T extends object>(part: T, href: string | undefined): T & { href?: string } =>
  href === undefined ? part : { ...part, href };

const isEmpty = (rows: readonly AnalyticsRow[], figure: Figure): boolean =>
  rows.every((row) => spans.every((spanKey) => (row[spanKey][figure] ?? 0) === 0));

/** Lines or columns over months: one per group, or the current range next to the ranges it is compared with. */
const drawByMonth = (response: Analytics, request: ChartRequest, { id, figure, format }: ChartSpec): ChartProps => {
  const { today } = request;
  const key = figure as 'commission' | 'sales' | 'events' | 'hours';
  const currentRows = response.trend.filter(({ span: spanKey }) => spanKey === 'current');
  return {
    label: t.charts[id],
    format,
    overLabel: t.month,
    fileName: toFileName(id, response.ranges.current),
    over: (currentRows[0]?.points ?? []).map(({ start_date }) => ({
      key: start_date,
      label: monthName(start_date),
      short: messages.period.months[monthIndexOf(start_date)] ?? '',
    })),
    series: response.trend.map((line) => ({
      key: `${line.span} ${line.key}`,
      label: request.by === 'month' ? t.spans[line.span] : getName(request.by, line),
      dashed: line.span !== 'current',
      points: line.points
        .slice(0, currentRows[0]?.points.length)
        .map((point) =>
          withLink(
            { value: point.start_date > today && !point[key] ? null : convertToUnits(format, point[key]) },
            toLink(response, request, line.key, point),
          ),
        ),
    })),
  };
};

const formatChange = (current: number | null, before: number | null): string =>
  current === null || before === null || before === 0
    ? NONE
    : `${current >= before ? '+' : ''}${formatPercent((current - before) / Math.abs(before))}`;

/** Bars for the largest groups, each with its change; the table and the files list every group and the compared ranges. */
const drawBySubject = (response: Analytics, request: ChartRequest, { id, figure, format }: ChartSpec): BarsProps => {
  const rows = response.rows
    .filter((row) => spans.some((spanKey) => row[spanKey][figure] !== null))
    .toSorted((a, b) => (b.current[figure] ?? 0) - (a.current[figure] ?? 0));
  const toUnits = (row: AnalyticsRow, spanKey: Span): number | null => convertToUnits(format, row[spanKey][figure]);
  return {
    label: t.charts[id],
    format,
    fileName: toFileName(id, response.ranges.current),
    words: { label: t.breakdowns[request.by], value: t.spans.current },
    maxBars: MAX_BARS,
    extraHeaders: [t.spans.previous, t.spans.year_before],
    bars: rows.map((row) => {
      const value = toUnits(row, 'current') ?? 0;
      const note = fill(t.change, {
        change: formatChange(row.current[figure], row.previous[figure]),
        year: formatChange(row.current[figure], row.year_before[figure]),
      });
      const cells = (['previous', 'year_before'] as const).map((spanKey) =>
        withLink({ value: toUnits(row, spanKey) }, toLink(response, request, row.key, response.ranges[spanKey])),
      );
      const bar = { key: row.key, label: getName(request.by, row), from: 0, to: value, value, tone: 'total' as const, note, cells };
      return withLink(bar, toLink(response, request, row.key, response.ranges.current));
    }),
  };
};

/** One figure of one group: the current range next to the ranges it is compared with. */
const drawBySpan = (response: Analytics, request: ChartRequest, { id, figure, format }: ChartSpec): BarsProps => ({
  label: t.charts[id],
  format,
  fileName: toFileName(id, response.ranges.current),
  words: { label: t.period, value: t.charts[id] },
  bars: spans.flatMap((spanKey) => {
    const value = convertToUnits(format, response.rows[0]?.[spanKey][figure] ?? null);
    const { start_date, end_date } = response.ranges[spanKey];
    const note = fill(messages.period.days, { start: formatDate(start_date), end: formatDate(end_date) });
    if (value === null) return [];
    const bar = { key: spanKey, label: t.spans[spanKey], from: 0, to: value, value, tone: 'total' as const, note };
    return [withLink(bar, toLink(response, request, '', response.ranges[spanKey]))];
  }),
});

const drawByDeal = ({ top_deals, ranges }: Analytics): BarsProps => ({
  label: t.charts.top_deals,
  format: 'money',
  fileName: toFileName('top_deals', ranges.current),
  words: { label: t.deal, value: t.amount },
  bars: (top_deals ?? []).map(({ id, kind, name, owner_name, amount, closed_on }) => {
    const value = toCents(amount);
    const invoices = toRowsLink(ranges.current, everybodyScope);
    return {
      ...{ key: id, label: name, from: 0, to: value, value, tone: 'total' as const },
      note: fill(t.dealNote, { owner: owner_name ?? t.nobody, date: formatDate(closed_on) }),
      href: kind === 'deal' ? `/deals?deal=${id}` : `${invoices}&search=${encodeURIComponent(name.split(' · ', 1)[0] ?? '')}`,
    };
  }),
});

const toEmptyView = (id: ChartId, reason: string, { start_date, end_date }: DateRange): ChartView => ({
  id,
  title: t.charts[id],
  kind: 'none',
  why: fill(reason, { start: formatDate(start_date), end: formatDate(end_date) }),
});

const toChartView = (
  response: Analytics,
  request: ChartRequest,
  spec: ChartSpec,
  kind: 'lines' | 'columns' | 'bars',
  emptyReason: string,
): ChartView => {
  const { id, figure } = spec;
  const hasNoValues =
    kind === 'bars'
      ? isEmpty(response.rows, figure)
      : response.trend.every(({ points }) => points.every((point) => !point[figure as 'sales']));
  if (hasNoValues) return toEmptyView(id, emptyReason, response.ranges.current);
  const title = t.charts[id];
  if (kind !== 'bars') return { id, title, kind, props: drawByMonth(response, request, spec) };
  const note =
    request.by !== 'month' && response.rows.length > MAX_BARS
      ? { note: fill(t.largest, { count: MAX_BARS, total: response.rows.length }) }
      : {};
  return { id, title, kind, ...note, props: (request.by === 'month' ? drawBySpan : drawBySubject)(response, request, spec) };
};

/** The charts of an answer, preferred ones first (spec 4.10); without amounts, the charts that replace them (decisions 3.02). */
export const createCharts = (response: Analytics, request: ChartRequest, preferred: readonly string[]): readonly ChartView[] => {
  const isByMonth = request.by === 'month';
  if (!response.money) {
    const events = (id: ChartId, figure: Figure, format: ChartFormat, kind: 'lines' | 'columns' | 'bars'): ChartView =>
      toChartView(response, request, { id, figure, format }, kind, id === 'deals' ? t.emptyDeals : t.emptyEvents);
    return [
      events('events', 'events', 'count', 'lines'),
      events('hours', 'hours', 'count', isByMonth ? 'columns' : 'bars'),
      events('readiness', 'readiness', 'percent', 'bars'),
      events('deals', 'deals', 'count', 'bars'),
    ];
  }
  const money = (id: ChartId, figure: Figure, kind: 'lines' | 'columns' | 'bars'): ChartView =>
    toChartView(response, request, { id, figure, format: 'money' }, kind, t.empty);
  const hasQuota = response.rows.some((row) => spans.some((spanKey) => row[spanKey].attainment !== null));
  const chartBuilders: Readonly<Record<(typeof preferredCharts)[number], () => ChartView>> = {
    commission_trend: () => money('commission_trend', 'commission', 'lines'),
    sales_performance: () => money('sales_performance', 'sales', isByMonth ? 'columns' : 'bars'),
    quota_progress: () =>
      hasQuota
        ? toChartView(response, request, { id: 'quota_progress', figure: 'attainment', format: 'percent' }, 'bars', t.empty)
        : toEmptyView('quota_progress', request.by === 'activity_type' ? t.noQuotaByActivity : t.noQuota, response.ranges.current),
    top_deals: () =>
      response.top_deals?.length
        ? { id: 'top_deals', title: t.charts.top_deals, kind: 'bars', props: drawByDeal(response) }
        : toEmptyView('top_deals', t.emptyDeals, response.ranges.current),
  };
  const rankOf = (id: string): number => (preferred.includes(id) ? preferred.indexOf(id) : preferred.length);
  return preferredCharts.toSorted((a, b) => rankOf(a) - rankOf(b)).map((id) => chartBuilders[id]());
};
