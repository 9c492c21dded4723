import { type Static, Type } from 'typebox';
import { Money, nullable, PlainDate } from './common.ts';

/** The company's position when its books began (decisions 2.31). */
export const OpeningPosition = Type.Object({
  /** The first day on which an invoice earns commission here; null if every day does. */
  books_begin_on: nullable(PlainDate),
  /** Unpaid invoices booked before that day, which earn no commission here. */
  older: Type.Object({ invoices: Type.Integer(), open: Money }),
  /** Commission paid before Quotaboard, and the part that exceeds what was earned. */
  paid: Type.Object({ people: Type.Integer(), amount: Money, above: Money }),
  /** Draw balances from before Quotaboard. */
  draws: Type.Object({ people: Type.Integer(), amount: Money }),
});
export type OpeningPosition = Static<typeof OpeningPosition>;
