import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Id, Money, nullable, oneOf, PlainDate, Rate } from './common.ts';

export const breakdowns = ['month', 'person', 'territory', 'activity_type'] as const;
export type Breakdown = (typeof breakdowns)[number];
/** The requested range, and the two it is compared with. */
export const spans = ['current', 'previous', 'year_before'] as const;
export type Span = (typeof spans)[number];

const ownerFilter = new RegExp(
  `^(?:(?<team>team)|person\\.(?<person>\\d{1,18})|territory\\.(?<territory>.{1,${limits.territories.maxChars}}))$`,
  'u',
);
/** The team, person or territory that the figures are restricted to; exactly one is set. */
export type OwnerFilter = Readonly<{ team?: string; person?: string; territory?: string }>;
/** Parses `team`, `person.7` or `territory.U.K.`; null for any other text. */
export const parseOwnerFilter = (text: string): OwnerFilter | null => ownerFilter.exec(text)?.groups ?? null;

/**
 * Money is null for requesters who may not read other people's money (decisions 3.02); event counts are null for those who may.
 * `readiness`: upcoming events only.
 */
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

/** `key`: a person's id, a territory or an activity type, or ''; `label`: null if nothing can be shown. */
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
      /** The part of the month within the range. */
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
/** The data of the Analytics screen. */
export const Analytics = Type.Object({
  /** True if the requester may read other people's money. */
  money: Type.Boolean(),
  /** True if the selected person was deleted; the figures then cover everybody. */
  gone: Type.Boolean(),
  /** Name of the selected person. */
  about: nullable(Type.String()),
  ranges: Type.Object({ current: Range, previous: Range, year_before: Range }),
  rows: Type.Array(AnalyticsRow),
  /** By month, at most five series. A range shorter than three months shows the twelve months that end with it. */
  trend: Type.Array(AnalyticsTrend),
  /** Null for those who may not read amounts. */
  top_deals: nullable(Type.Array(TopDeal)),
  /** Number of person-months still being computed. */
  pending: Type.Integer(),
});
export type Analytics = Static<typeof Analytics>;
