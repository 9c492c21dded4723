import type { CommissionStatus } from '../../../contract/entities/commission.ts';
import { type Actor, can, reachOf } from '../../../contract/permissions.ts';
import { type DateRange, daysIn, isDay } from '../../../contract/rules/time/period.ts';
import { badRequest, forbidden } from '../shared/problem.ts';

const MAX_DAYS = 3653;
/** Years that every part of the arithmetic and the database agree on. */
const isUsable = (day: string): boolean => isDay(day) && day >= '1900-01-01' && day <= '2999-12-31';

/** What a list of commissions asks for; `userId` null: everybody's; `search` null: whatever they say. */
export type CommissionQuestion = DateRange & Readonly<{ userId: number | null; status: CommissionStatus | null; search: string | null }>;

/**
 * Both dates, real ones, in order, at most ten years apart.
 * @throws Problem 400 naming the date
 */
export const readRange = (start: string | undefined, end: string | undefined): DateRange => {
  if (start === undefined) throw badRequest('date_missing', 'start_date is needed, as YYYY-MM-DD.', 'start_date');
  if (end === undefined) throw badRequest('date_missing', 'end_date is needed, as YYYY-MM-DD.', 'end_date');
  if (!isUsable(start)) throw badRequest('date_invalid', 'start_date must be a date that exists, as YYYY-MM-DD.', 'start_date');
  if (!isUsable(end)) throw badRequest('date_invalid', 'end_date must be a date that exists, as YYYY-MM-DD.', 'end_date');
  if (end < start) throw badRequest('end_before_start', 'end_date cannot be before start_date.', 'end_date');
  const range = { start_date: start, end_date: end };
  if (daysIn(range) > MAX_DAYS)
    throw badRequest('range_too_long', 'The range from start_date to end_date can be ten years at most.', 'end_date');
  return range;
};

/**
 * Whose commissions the actor gets: those asked for, or all they may see where they ask for nobody's (spec 6.02, 6.04).
 * @throws Problem 403 for another's; never someone else's rows, never a silent change of the question
 */
export const commissionsOf = (actor: Actor, userId: string | undefined): number | null => {
  if (userId !== undefined) {
    if (!can(actor, 'commission:read', { owner_id: userId })) throw forbidden();
    return Number(userId);
  }
  const reach = reachOf(actor, 'commission:read');
  if (reach === 'all') return null;
  if (reach === 'none') throw forbidden();
  return Number(actor.id);
};
