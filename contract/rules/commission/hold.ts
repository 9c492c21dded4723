import type { Cents } from '../money.ts';
import type { Day } from '../time/period.ts';

/** A hold of a record, from a day on; `until`: the day on which it ends by itself, or ended. */
export type HeldDays = Readonly<{ from: Day; until: Day | null }>;

export const isHeldOn = ({ from, until }: HeldDays, day: Day): boolean => from <= day && (until === null || day < until);

/**
 * What of a record is released while it is held: what is already paid, but never more than would be released without the hold, nor less than
 * nothing (decisions 2.08). So a hold makes nothing due and never makes a record overpaid. Where less than nothing was earned the signs are
 * mirrored.
 */
export const heldReleased = (earned: Cents, released: Cents, paid: Cents): Cents =>
  (earned < 0 ? Math.min(0, Math.max(released, paid)) : Math.max(0, Math.min(released, paid))) || 0;
