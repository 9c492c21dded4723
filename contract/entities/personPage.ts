import { type Static, Type } from 'typebox';
import { Adjustment } from './adjustment.ts';
import { CommissionSummary } from './commission.ts';
import { Id, Money, nullable, oneOf, PlainDate, Rate } from './common.ts';
import { Deal } from './deal.ts';
import { Dispute } from './dispute.ts';
import { Event } from './event.ts';
import { Goal } from './goal.ts';
import { roles } from './user.ts';

/** Sales that count toward the quota, and the month's part of the quota; `quota_amount` 0: no quota. */
const QuotaMonth = Type.Object({ month: PlainDate, sales: Money, quota_amount: Money, quota_attainment: nullable(Rate) });

/** decisions 3.10: one person on one page. A part is null if the requester may not read it; lists contain only the first rows. */
export const PersonPage = Type.Object({
  id: Id,
  name: Type.String(),
  role: oneOf(roles),
  territory: nullable(Type.String()),
  active: Type.Boolean(),
  manager: nullable(Type.Object({ id: Id, name: Type.String(), manager_id: nullable(Id) })),
  /** The figures of the range, and the twelve months that end with it. */
  money: nullable(Type.Object({ summary: CommissionSummary, months: Type.Array(QuotaMonth) })),
  next_payout: nullable(Type.Object({ amount: Money, payment_date: PlainDate })),
  /** The plan on the company's current day; `plan_id` null: none applies. */
  plan: nullable(Type.Object({ plan_id: nullable(Type.String()), name: nullable(Type.String()) })),
  /** Goals of the month of the range's last day, or of the current month within the range. */
  goals: nullable(Type.Array(Goal)),
  /** Open deals, largest first. */
  deals: nullable(Type.Object({ count: Type.Integer(), amount: Money, data: Type.Array(Deal) })),
  /** Adjustments of all months, newest first. */
  adjustments: nullable(Type.Object({ count: Type.Integer(), data: Type.Array(Adjustment) })),
  /** Unresolved questions, newest first. */
  questions: nullable(Type.Array(Dispute)),
  /** Upcoming events that name the person, next first. */
  events: Type.Array(Event),
});
export type PersonPage = Static<typeof PersonPage>;
