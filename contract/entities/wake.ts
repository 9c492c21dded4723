import { type Static, Type } from 'typebox';
import { commissionStatuses } from './commission.ts';
import { Id, Money, nullable, oneOf, PlainDate } from './common.ts';
import { Ref } from './explanation.ts';

/** What has a wake: a configuration that was saved, and the facts that a record is made of. */
export const wakeKinds = ['invoice', 'payment', 'adjustment', 'payout', 'config'] as const;
export type WakeKind = (typeof wakeKinds)[number];
/** Which amount of a record is moved. */
export const wakeMeasures = ['commission', 'earned', 'released', 'paid'] as const;

/** One figure that was moved; null before: it was not there. `ref`: the record, or the adjustment that belongs to none. */
const Figure = Type.Object({
  ref: Ref,
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

/** Every figure that one thing moved, before and after (decisions 2.04). Of many figures the largest; `others` are the rest. */
export const Wake = Type.Object({
  ref: Ref,
  title: Type.String(),
  date: nullable(PlainDate),
  amount: nullable(Money),
  /** Where it came from. */
  source: nullable(Type.String()),
  /** Why it moved nothing, or when it will. */
  note: nullable(Type.String()),
  measure: oneOf(wakeMeasures),
  people: Type.Array(Moved),
  figures: Type.Array(Figure),
  others: Type.Object({ count: Type.Integer(), change: Money }),
});
export type Wake = Static<typeof Wake>;
