import { fill, messages } from '../../messages.ts';
import type { Cents } from '../money.ts';
import { periodText } from '../time/dayText.ts';
import { type DateRange, type Day, daysIn, type Period } from '../time/period.ts';
import { usd } from './explain/wording.ts';
import { type EnginePerson, type LeaveRange, type Plan, quotaDays } from './plan.ts';

const t = messages.quota;

/** Leave never lowers a quota below this share of it; otherwise a small sale on the few remaining days would reach the highest rate. */
const MIN_QUOTA_SHARE = 0.25;
/** Days are counted in quarter days, so that the minimum quota stays an integer. */
export const UNITS_PER_DAY = 1 / MIN_QUOTA_SHARE;

/** A plan version with its days in a quota period. */
export type PlanStretch = Readonly<{ plan: Plan; range: DateRange }>;
type PersonLeaves = Pick<EnginePerson, 'id'> & Readonly<{ leaves?: readonly LeaveRange[] }>;

export const daysOf = (stretches: readonly PlanStretch[]): number => stretches.reduce((sum, { range }) => sum + daysIn(range), 0);
export const workDaysOf = (stretches: readonly PlanStretch[], person: PersonLeaves, start: Day): number =>
  stretches.reduce((sum, { plan, range }) => sum + quotaDays(plan, person, start, range), 0);

/** A plan version with its days, and the quota of the whole period under its terms. */
export type QuotaStretch = PlanStretch & Readonly<{ quota: Cents }>;

/** The counted days of a range, at `UNITS_PER_DAY` units a day. @param isAtMinimum true if only the minimum quota remains */
export const unitsOf = ({ plan, range }: PlanStretch, person: PersonLeaves, start: Day, isAtMinimum: boolean): number =>
  isAtMinimum ? daysIn(range) : quotaDays(plan, person, start, range) * UNITS_PER_DAY;

/** The quotas of a counter times their counted days, at `UNITS_PER_DAY` units a day. */
export const weightOf = (stretches: readonly QuotaStretch[], person: PersonLeaves, start: Day, isAtMinimum: boolean): bigint =>
  stretches.reduce((sum, stretch) => sum + BigInt(stretch.quota) * BigInt(unitsOf(stretch, person, start, isAtMinimum)), 0n);

/** True if leave lowers the quota of a counter to its minimum. */
export const isMinimumQuota = (stretches: readonly QuotaStretch[], person: PersonLeaves, start: Day): boolean =>
  weightOf(stretches, person, start, false) < weightOf(stretches, person, start, true);

/** A quota lowered by leave on `days` of the period's `of` days. `isMinimum`: more leave would not lower it further. */
export type LeaveEffect = Readonly<{ period: Period; days: number; of: number; before: Cents; after: Cents; isMinimum: boolean }>;

/** "quota of Q4 2026: 46 of its 92 days are leave, so it is $50,000.00 instead of $100,000.00" */
export const leaveText = ({ period, days, of, before, after, isMinimum }: LeaveEffect): string =>
  fill(isMinimum ? t.leastOnLeave : t.onLeave, { period: periodText(period), days, of, before: usd(before), after: usd(after) });

/** The same text as a complete sentence. */
export const leaveSentence = (effect: LeaveEffect): string => {
  const text = leaveText(effect);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
