import { type Static, Type } from 'typebox';
import { commissionStatuses, NextRate } from './commission.ts';
import { Id, Money, nullable, oneOf, PlainDate } from './common.ts';

/** The inputs and outputs of figures; `config` is a configuration version. */
export const traceKinds = ['record', 'invoice', 'payment', 'adjustment', 'payout', 'config'] as const;
export type TraceKind = (typeof traceKinds)[number];
export const TraceRef = Type.Object({ kind: oneOf(traceKinds), id: Id });
export type TraceRef = Static<typeof TraceRef>;

/**
 * A step of the formula: `40,000.00 × 5.0% = 2,000.00`. `clause`: its place in the configuration, such as `plans[0].tiers[1]`;
 * `inferred`: the record predates stored reasons.
 */
const Term = Type.Object({
  label: Type.String(),
  text: Type.String(),
  amount: Money,
  clause: Type.Optional(Type.String()),
  ref: Type.Optional(TraceRef),
  inferred: Type.Optional(Type.Literal(true)),
});
/** A row used for the explanation. */
const Row = Type.Object({
  kind: oneOf(['plan', 'earlier', 'invoice', 'payment', 'adjustment', 'payout']),
  label: Type.String(),
  date: nullable(PlainDate),
  amount: nullable(Money),
  note: nullable(Type.String()),
  /** Reference to the row itself. */
  ref: Type.Optional(TraceRef),
  /** The row's origin: who entered it and when, or its connection or file and its number there. */
  source: Type.Optional(Type.String()),
  clause: Type.Optional(Type.String()),
  /** For `earlier`: the person and days of those records. */
  records: Type.Optional(Type.Object({ user_id: Id, start_date: PlainDate, end_date: PlainDate })),
});

/** The explanation of a record as of a day (decisions 2.04). */
export const Explanation = Type.Object({
  commission_id: Id,
  as_of: PlainDate,
  /** Number of the person's months still being computed, which may change this amount; 0 when it is final (decisions 7.08). */
  pending: Type.Optional(Type.Integer()),
  status: oneOf(commissionStatuses),
  /** Machine-readable cause. */
  reason: Type.Optional(Type.String()),
  /** The explanation in one plain sentence. */
  sentence: Type.String(),
  formula: Type.Array(Term),
  rows: Type.Array(Row),
  /** The smallest changes that would make it due, nearest first; for a payment, its amount. */
  takes: Type.Optional(Type.Array(Type.Object({ kind: oneOf(['day', 'payment']), amount: nullable(Money), sentence: Type.String() }))),
  /** Revenue still needed for the next rate, unless the quota period is over. */
  next_rate: Type.Optional(NextRate),
  /** The hold on payment: by whom, since when, why, and until when if that is set. */
  hold: Type.Optional(Type.Object({ reason: Type.String(), by: Type.String(), since: PlainDate, until: nullable(PlainDate) })),
  /** Reasons that block payment, and who can resolve each. */
  blocks: Type.Array(Type.Object({ sentence: Type.String(), who: Type.String() })),
  plan: Type.Object({ id: Type.String(), name: Type.String(), version: Type.Integer(), clause: Type.Optional(Type.String()) }),
  amounts: Type.Object({ commission: Money, adjustments: Money, total: Money, released: Money, paid: Money, due: Money }),
});
export type Explanation = Static<typeof Explanation>;

/** A part of a step's sum. */
const StepPart = Type.Object({ ref: TraceRef, label: Type.String(), date: PlainDate, amount: Money });
/** `parts`: the largest ones; `others`: the rest. */
const Step = Type.Object({
  label: Type.String(),
  amount: Money,
  parts: Type.Optional(Type.Array(StepPart)),
  others: Type.Optional(Type.Object({ count: Type.Integer(), amount: Money })),
});

/** Bars of a waterfall chart from one total to another. */
export const Waterfall = Type.Object({ since: nullable(PlainDate), from: Money, to: Money, steps: Type.Array(Step) });
export type Waterfall = Static<typeof Waterfall>;

/** An adjustment counted in only one of the two totals; `amount`: the excess of Earned over Total that it causes. */
const Straddling = Type.Object({
  id: Id,
  commission_id: Id,
  invoice_number: Type.String(),
  salesperson_name: Type.String(),
  amount: Money,
  effective_date: PlainDate,
  booking_date: PlainDate,
  /**
   * `these`: the record is in the range, the adjustment's effective day is not; `others`: the effective day is in the range, the
   * record is not.
   */
  records: oneOf(['these', 'others']),
});

/** The amount by which Earned exceeds Total, and the adjustments that cause it (decisions 2.05); `others`: those not listed. */
export const EarnedDifference = Type.Object({
  amount: Money,
  adjustments: Type.Array(Straddling),
  others: Type.Object({ count: Type.Integer(), amount: Money }),
});
export type EarnedDifference = Static<typeof EarnedDifference>;
