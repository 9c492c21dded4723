import type { Cents } from '../money.ts';

/** Ages of open invoices, in days after the due day; an invoice without a due day is not due yet. */
export const receivableAges = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const;
export type ReceivableAge = (typeof receivableAges)[number];
export type AgedCents = Readonly<Record<ReceivableAge, Cents>>;

/** The first day of each age, counted from the due day, in order. */
export const ageStarts: Readonly<Record<Exclude<ReceivableAge, 'not_due'>, number>> = {
  days_1_30: 1,
  days_31_60: 31,
  days_61_90: 61,
  over_90: 91,
};
