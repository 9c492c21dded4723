import type { Cents } from '../money.ts';
import type { Day } from '../time/period.ts';

/** A hold on a record from a day; `until`: the day on which it ends automatically, or ended. */
export type HeldDays = Readonly<{ from: Day; until: Day | null }>;

export const isHeldOn = ({ from, until }: HeldDays, day: Day): boolean => from <= day && (until === null || day < until);

/**
 * The released amount of a held record: the amount already paid, but never more than would be released without the hold, and never below
 * zero (decisions 2.08). So a hold makes nothing due and never makes a record overpaid. For negative earnings the signs are mirrored.
 */
export const releasedDuringHold = (earned: Cents, released: Cents, paid: Cents): Cents =>
  (earned < 0 ? Math.min(0, Math.max(released, paid)) : Math.max(0, Math.min(released, paid))) || 0;
