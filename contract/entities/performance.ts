import { type Static, Type } from 'typebox';
import { CommissionSummary, QuotaDays } from './commission.ts';
import { extended, Id, Money, nullable, oneOf, PlainDate, Rate } from './common.ts';
import { roles, territories } from './user.ts';

/** spec 3.11: one person's figures of a range. `quota_amount` 0: no quota, and then `quota_attainment` is null. */
export const Performance = Type.Object({
  user_id: Id,
  /** As a period selector names the range: 2026-11, 2026-Q4, 2026, or its days. */
  period: Type.String(),
  total_sales: Money,
  total_commission: Money,
  quota_amount: Money,
  /** Ours: the quota of the whole month, where the range is its first days. */
  month_quota_amount: Type.Optional(nullable(Money)),
  quota_attainment: nullable(Rate),
  deals_closed: Type.Integer(),
  average_deal_size: Money,
  /** won / (won + lost); null when none closed. */
  conversion_rate: nullable(Rate),
  /** spec 7.31: what it is made of. */
  summary: CommissionSummary,
});
export type Performance = Static<typeof Performance>;

/** What a person's events of a range come to: hours planned, and how many of those to come need nothing more. */
export const EventFigures = Type.Object({
  events: Type.Integer(),
  hours: Type.Number(),
  coming: Type.Integer(),
  ready: Type.Integer(),
});
export type EventFigures = Static<typeof EventFigures>;

/** Money is null for those who may not read others' (decisions 3.02). */
const TeamFigures = Type.Object({ total_sales: nullable(Money), total_commission: nullable(Money), deals_closed: Type.Integer() });

/** spec 3.10, 2.41: a row of the Team Dashboard. */
export const TeamMember = extended(TeamFigures, {
  id: Id,
  name: Type.String(),
  role: oneOf(roles),
  territory: nullable(oneOf(territories)),
  manager_id: nullable(Id),
  /** False for a person who has left; they are listed for their sales in the range. */
  active: Type.Boolean(),
  /** Null without a quota, and for those who may not read it. */
  quota_amount: nullable(Money),
  quota_attainment: nullable(Rate),
  /** The quota of the whole month, where the range is its first days. */
  month_quota_amount: Type.Optional(nullable(Money)),
  quota_days: Type.Optional(nullable(QuotaDays)),
  /** The same figures of the range that this one is compared with. */
  previous: TeamFigures,
  /** Sales of `months`, in their order; null for those who may not read them. */
  monthly_sales: nullable(Type.Array(Money)),
  /** Only for roles that see events instead of money. */
  events: nullable(EventFigures),
});
export type TeamMember = Static<typeof TeamMember>;

const Range = Type.Object({ start_date: PlainDate, end_date: PlainDate });
export const TeamPerformance = Type.Object({
  data: Type.Array(TeamMember),
  /** The range of `previous`. */
  previous: Range,
  /** First days of the twelve months that end with the range's last. */
  months: Type.Array(PlainDate),
  /** All events of the range, with or without a salesperson; only for roles that see events instead of money. */
  events: nullable(EventFigures),
  /** May the asker read the money of others? */
  money: Type.Boolean(),
});
export type TeamPerformance = Static<typeof TeamPerformance>;
