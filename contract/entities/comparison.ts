import { type Static, Type } from 'typebox';
import { CommissionSummary, commissionStatuses } from './commission.ts';
import { Id, Money, nullable, oneOf, PlainDate } from './common.ts';
import { Ref } from './explanation.ts';

/** What one record, or an adjustment without one, came to on either day, with the adjustments of it that take effect in the range. */
const Bar = Type.Object({
  ref: Ref,
  /** The invoice's number, or the adjustment's reason. */
  label: Type.String(),
  salesperson_name: Type.String(),
  /** The booking date, or the day on which the adjustment takes effect. */
  date: PlainDate,
  before: Money,
  after: Money,
  amount: Money,
  /** Null where it was not there, and for an adjustment. */
  status_before: nullable(oneOf(commissionStatuses)),
  status_after: nullable(oneOf(commissionStatuses)),
  user_id: Id,
});

/** Commissions of a range as they were known at the end of two days: the bars, the largest first, and `others` lead from the one total to the other. */
export const Comparison = Type.Object({
  asOf: PlainDate,
  against: PlainDate,
  from: CommissionSummary,
  to: CommissionSummary,
  bars: Type.Array(Bar),
  others: Type.Object({ count: Type.Integer(), amount: Money }),
});
export type Comparison = Static<typeof Comparison>;
