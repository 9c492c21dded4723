import { type Static, Type } from 'typebox';
import { commissionStatuses, NextRate } from './commission.ts';
import { Id, Money, nullable, oneOf, PlainDate } from './common.ts';

/** What figures are made of, and what is made of it; `config` is a version of the configuration. */
export const traceKinds = ['record', 'invoice', 'payment', 'adjustment', 'payout', 'config'] as const;
export type TraceKind = (typeof traceKinds)[number];
export const Ref = Type.Object({ kind: oneOf(traceKinds), id: Id });
export type Ref = Static<typeof Ref>;

/** A step of the formula: `40,000.00 × 5.0% = 2,000.00`. `clause`: the place in the configuration that says so, as `plans[0].tiers[1]`. */
const Term = Type.Object({
  label: Type.String(),
  text: Type.String(),
  amount: Money,
  clause: Type.Optional(Type.String()),
  ref: Type.Optional(Ref),
});
/** A row that was read for the answer. */
const Row = Type.Object({
  kind: oneOf(['plan', 'earlier', 'invoice', 'payment', 'adjustment', 'payout']),
  label: Type.String(),
  date: nullable(PlainDate),
  amount: nullable(Money),
  note: nullable(Type.String()),
  /** The very thing. */
  ref: Type.Optional(Ref),
  /** Where it came from: who entered it and when, or which connection, file and number there. */
  source: Type.Optional(Type.String()),
  clause: Type.Optional(Type.String()),
  /** Of `earlier`: the person and the days of those records. */
  records: Type.Optional(Type.Object({ user_id: Id, start_date: PlainDate, end_date: PlainDate })),
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
  /** The smallest changes that make it due, the nearest first; of a payment how much. */
  takes: Type.Optional(Type.Array(Type.Object({ kind: oneOf(['day', 'payment']), amount: nullable(Money), sentence: Type.String() }))),
  /** How much more revenue of its quota period reaches the next rate, where that period is not over. */
  next_rate: Type.Optional(NextRate),
  /** Who keeps it from being paid, since when, why, and until when where that was said. */
  hold: Type.Optional(Type.Object({ reason: Type.String(), by: Type.String(), since: PlainDate, until: nullable(PlainDate) })),
  /** What is blocking payment, and who can unblock it. */
  blocks: Type.Array(Type.Object({ sentence: Type.String(), who: Type.String() })),
  plan: Type.Object({ id: Type.String(), name: Type.String(), version: Type.Integer(), clause: Type.Optional(Type.String()) }),
  amounts: Type.Object({ commission: Money, adjustments: Money, total: Money, released: Money, paid: Money, due: Money }),
});
export type Explanation = Static<typeof Explanation>;

/** One of the things that a step is the sum of. */
const StepPart = Type.Object({ ref: Ref, label: Type.String(), date: PlainDate, amount: Money });
/** `parts`: the largest; `others` are those that do not fit in. */
const Step = Type.Object({
  label: Type.String(),
  amount: Money,
  parts: Type.Optional(Type.Array(StepPart)),
  others: Type.Optional(Type.Object({ count: Type.Integer(), amount: Money })),
});

/** Bars of a waterfall from one total to another. */
export const Waterfall = Type.Object({ since: nullable(PlainDate), from: Money, to: Money, steps: Type.Array(Step) });
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
