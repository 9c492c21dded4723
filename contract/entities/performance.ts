import { type Static, Type } from 'typebox';
import { CommissionSummary, QuotaDays } from './commission.ts';
import { extended, Id, Money, nullable, oneOf, PlainDate, Rate } from './common.ts';
import { roles } from './user.ts';

/** spec 3.11: a person's figures for a range. `quota_amount` 0: no quota; `quota_attainment` is then null. */
export const Performance = Type.Object({
  user_id: Id,
  /** The range as in a period selector: 2026-11, 2026-Q4, 2026, or its days. */
  period: Type.String(),
  total_sales: Money,
  total_commission: Money,
  quota_amount: Money,
  /** Beyond the spec: the whole month's quota, if the range is a month to date. */
  month_quota_amount: Type.Optional(nullable(Money)),
  quota_attainment: nullable(Rate),
  deals_closed: Type.Integer(),
  average_deal_size: Money,
  /** won / (won + lost); null if no deals closed. */
  conversion_rate: nullable(Rate),
  /** spec 7.31: the summary behind these figures. */
  summary: CommissionSummary,
  /** Beyond the spec: commission and adjustments of the twelve months that end with the range. */
  months: Type.Optional(Type.Array(Type.Object({ month: PlainDate, total_commission: Money }))),
});
export type Performance = Static<typeof Performance>;

/** Totals of a person's events in a range: scheduled hours, and how many upcoming events are ready. */
export const EventFigures = Type.Object({
  events: Type.Integer(),
  hours: Type.Number(),
  coming: Type.Integer(),
  ready: Type.Integer(),
});
export type EventFigures = Static<typeof EventFigures>;

/** Money is null for those who may not read other people's money (decisions 3.02). */
const TeamFigures = Type.Object({ total_sales: nullable(Money), total_commission: nullable(Money), deals_closed: Type.Integer() });

/** spec 3.10, 2.41: a row of the Team Dashboard. */
export const TeamMember = extended(TeamFigures, {
  id: Id,
  name: Type.String(),
  role: oneOf(roles),
  territory: nullable(Type.String()),
  manager_id: nullable(Id),
  /** False for people who have left; they are listed if they have sales in the range. */
  active: Type.Boolean(),
  /** Null without a quota, and for those who may not read it. */
  quota_amount: nullable(Money),
  quota_attainment: nullable(Rate),
  /** The whole month's quota, if the range is a month to date. */
  month_quota_amount: Type.Optional(nullable(Money)),
  quota_days: Type.Optional(nullable(QuotaDays)),
  /** The same figures for the comparison range. */
  previous: TeamFigures,
  /** Sales per month, in the order of `months`; null for those who may not read them. */
  monthly_sales: nullable(Type.Array(Money)),
  /** Sales that count toward the quota, per step of `curve_days`; null for those who may not read them. */
  curve_sales: Type.Optional(nullable(Type.Array(Money))),
  /** Only for roles that see events instead of money. */
  events: nullable(EventFigures),
});
export type TeamMember = Static<typeof TeamMember>;

const Range = Type.Object({ start_date: PlainDate, end_date: PlainDate });
export const TeamPerformance = Type.Object({
  data: Type.Array(TeamMember),
  /** The range of `previous`. */
  previous: Range,
  /** First days of the twelve months ending with the range. */
  months: Type.Array(PlainDate),
  /** The last day of each step of the range: days, or months if the range is longer than 100 days; empty beyond five years. */
  curve_days: Type.Optional(Type.Array(PlainDate)),
  /** All events in the range, with or without a salesperson; only for roles that see events instead of money. */
  events: nullable(EventFigures),
  /** True if the requester may read other people's money. */
  money: Type.Boolean(),
});
export type TeamPerformance = Static<typeof TeamPerformance>;
