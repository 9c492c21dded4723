import { type Static, Type } from 'typebox';
import { Id, Money, nullable, oneOf, PlainDate, Rate } from './common.ts';

/** What the figures of a range can be grouped by. */
export const breakdowns = ['month', 'person', 'territory', 'activity_type'] as const;
export type Breakdown = (typeof breakdowns)[number];
/** The range asked for, and the two that it is compared with. */
export const spans = ['current', 'previous', 'year_before'] as const;
export type Span = (typeof spans)[number];

/** Whom a question is about; absent: everybody. */
export const ofPattern = '^(team|person\\.\\d{1,18}|territory\\.[A-Za-z]{1,20})$';

/** Money is null for those who may not read others' (decisions 3.02), events for those who may. `readiness`: of what is still to come. */
export const AnalyticsFigures = Type.Object({
  commission: nullable(Money),
  sales: nullable(Money),
  attainment: nullable(Rate),
  deals: nullable(Type.Integer()),
  events: nullable(Type.Integer()),
  hours: nullable(Type.Number()),
  readiness: nullable(Rate),
});
export type AnalyticsFigures = Static<typeof AnalyticsFigures>;

/** `key` is a person's id, a territory or an activity type, and '' for what has none of them; `label` is null when there is no name to show. */
export const AnalyticsRow = Type.Object({
  key: Type.String(),
  label: nullable(Type.String()),
  current: AnalyticsFigures,
  previous: AnalyticsFigures,
  year_before: AnalyticsFigures,
});
export type AnalyticsRow = Static<typeof AnalyticsRow>;

export const AnalyticsTrend = Type.Object({
  key: Type.String(),
  label: nullable(Type.String()),
  span: oneOf(spans),
  points: Type.Array(
    Type.Object({
      /** What of the month the range holds. */
      start_date: PlainDate,
      end_date: PlainDate,
      commission: nullable(Money),
      sales: nullable(Money),
      events: nullable(Type.Integer()),
      hours: nullable(Type.Number()),
    }),
  ),
});
export type AnalyticsTrend = Static<typeof AnalyticsTrend>;

export const TopDeal = Type.Object({
  id: Id,
  kind: oneOf(['deal', 'invoice']),
  name: Type.String(),
  owner_name: nullable(Type.String()),
  amount: Money,
  closed_on: PlainDate,
});
export type TopDeal = Static<typeof TopDeal>;

const Range = Type.Object({ start_date: PlainDate, end_date: PlainDate });
/** One question of the Analytics screen. */
export const Analytics = Type.Object({
  /** May the asker read the money of others? */
  money: Type.Boolean(),
  /** The person in the question has been deleted: the figures are everyone's. */
  gone: Type.Boolean(),
  /** Name of the person asked about. */
  about: nullable(Type.String()),
  ranges: Type.Object({ current: Range, previous: Range, year_before: Range }),
  rows: Type.Array(AnalyticsRow),
  /** By months: of the range, or of the twelve months that end with it where it has fewer than three. At most five. */
  trend: Type.Array(AnalyticsTrend),
  /** Null for those who may not read amounts. */
  top_deals: nullable(Type.Array(TopDeal)),
  /** Months of people whose figures are being computed. */
  pending: Type.Integer(),
});
export type Analytics = Static<typeof Analytics>;
