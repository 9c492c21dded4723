import { type Static, Type } from 'typebox';
import { commissionStatuses } from './commission.ts';
import { Id, Money, nullable, oneOf, PlainDate } from './common.ts';
import { TraceRef } from './explanation.ts';

/** Causes of changed figures: a saved configuration, and the facts behind a record. */
export const wakeKinds = ['invoice', 'payment', 'adjustment', 'payout', 'config'] as const;
export type WakeKind = (typeof wakeKinds)[number];
/** Which amount of a record changed. */
export const wakeMeasures = ['commission', 'earned', 'released', 'paid'] as const;

/** A changed figure; `before` null: it did not exist. `ref`: the record, or an adjustment without a record. */
const Figure = Type.Object({
  ref: TraceRef,
  label: Type.String(),
  user_id: Id,
  person: Type.String(),
  booking_date: PlainDate,
  before: nullable(Money),
  after: Money,
  status_before: nullable(oneOf(commissionStatuses)),
  status_after: nullable(oneOf(commissionStatuses)),
});
export type WakeFigure = Static<typeof Figure>;
const Moved = Type.Object({ user_id: Id, person: Type.String(), figures: Type.Integer(), before: Money, after: Money });

/** All figures changed by one cause, before and after (decisions 2.04). Only the largest are listed; `others` are the rest. */
export const Wake = Type.Object({
  ref: TraceRef,
  title: Type.String(),
  date: nullable(PlainDate),
  amount: nullable(Money),
  /** The origin of the fact. */
  source: nullable(Type.String()),
  /** Why it changed nothing, or when it will. */
  note: nullable(Type.String()),
  measure: oneOf(wakeMeasures),
  people: Type.Array(Moved),
  figures: Type.Array(Figure),
  others: Type.Object({ count: Type.Integer(), change: Money }),
});
export type Wake = Static<typeof Wake>;
