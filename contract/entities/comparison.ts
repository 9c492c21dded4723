import { type Static, Type } from 'typebox';
import { CommissionSummary, commissionStatuses } from './commission.ts';
import { Id, Money, nullable, oneOf, PlainDate } from './common.ts';
import { TraceRef } from './explanation.ts';

/** A record with its adjustments effective in the range, or an adjustment without a record, as of both days. */
const Bar = Type.Object({
  ref: TraceRef,
  /** The invoice number, or the adjustment's reason. */
  label: Type.String(),
  salesperson_name: Type.String(),
  /** The booking date, or the adjustment's effective day. */
  date: PlainDate,
  before: Money,
  after: Money,
  amount: Money,
  /** Null if it did not exist, and for adjustments. */
  status_before: nullable(oneOf(commissionStatuses)),
  status_after: nullable(oneOf(commissionStatuses)),
  user_id: Id,
});

/** Commissions of a range as known at the end of two days: `bars`, largest first, and `others` add up to the difference of the totals. */
export const Comparison = Type.Object({
  asOf: PlainDate,
  against: PlainDate,
  from: CommissionSummary,
  to: CommissionSummary,
  bars: Type.Array(Bar),
  others: Type.Object({ count: Type.Integer(), amount: Money }),
});
export type Comparison = Static<typeof Comparison>;
