import { type Static, Type } from 'typebox';
import { commissionStatuses } from './commission.ts';
import { Id, Money, nullable, oneOf, PlainDate } from './common.ts';

/** A step of the formula: `40,000.00 × 5.0% = 2,000.00`. */
const Term = Type.Object({ label: Type.String(), text: Type.String(), amount: Money });
/** A row that was read for the answer. */
const Row = Type.Object({
  kind: oneOf(['plan', 'earlier', 'invoice', 'payment', 'adjustment', 'payout']),
  label: Type.String(),
  date: nullable(PlainDate),
  amount: nullable(Money),
  note: nullable(Type.String()),
});

/** Why a record is what it is, at a day (decisions 2.04). */
export const Explanation = Type.Object({
  commission_id: Id,
  as_of: PlainDate,
  /** Figures (months of the person) that are still being computed, and may change this one; 0 once it is right (decisions 7.08). */
  pending: Type.Optional(Type.Integer()),
  status: oneOf(commissionStatuses),
  /** The cause in one word, for programs. */
  reason: Type.Optional(Type.String()),
  /** One sentence that a colleague would say. */
  sentence: Type.String(),
  formula: Type.Array(Term),
  rows: Type.Array(Row),
  /** What is blocking payment, and who can unblock it. */
  blocks: Type.Array(Type.Object({ sentence: Type.String(), who: Type.String() })),
  plan: Type.Object({ id: Type.String(), name: Type.String(), version: Type.Integer() }),
  amounts: Type.Object({ commission: Money, adjustments: Money, total: Money, released: Money, paid: Money, due: Money }),
});
export type Explanation = Static<typeof Explanation>;

/** Bars of a waterfall from one total to another. */
export const Waterfall = Type.Object({
  since: nullable(PlainDate),
  from: Money,
  to: Money,
  steps: Type.Array(Type.Object({ label: Type.String(), amount: Money })),
});
export type Waterfall = Static<typeof Waterfall>;

/** An adjustment that stands in only one of the two: `amount` is what it makes Earned more than Total. */
const Straddling = Type.Object({
  id: Id,
  commission_id: Id,
  invoice_number: Type.String(),
  salesperson_name: Type.String(),
  amount: Money,
  effective_date: PlainDate,
  booking_date: PlainDate,
  /** `these`: a record of the range, and another effective day; `others`: effective in the range, and a record of another day. */
  records: oneOf(['these', 'others']),
});

/** By how much and by which adjustments Earned is more than Total (decisions 2.05); `others` are those that do not fit in. */
export const EarnedDifference = Type.Object({
  amount: Money,
  adjustments: Type.Array(Straddling),
  others: Type.Object({ count: Type.Integer(), amount: Money }),
});
export type EarnedDifference = Static<typeof EarnedDifference>;
