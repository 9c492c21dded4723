import type { CommissionStatus } from '../../../contract/entities/commission.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can, reachOf } from '../../../contract/permissions.ts';
import { type DateRange, daysIn } from '../../../contract/rules/time/period.ts';
import type { Owners } from '../../db/repositories/commissions/owners.ts';
import { requireValidDays } from '../shared/days.ts';
import { badRequest, forbidden } from '../shared/problem.ts';

const t = messages.refusals;
const MAX_DAYS = 3653;

/** Filters of a commissions list; `search` is null without a search. */
export type CommissionFilter = DateRange & Owners & Readonly<{ status: CommissionStatus | null; search: string | null }>;

/**
 * Requires both dates, valid, in order and at most ten years apart.
 * @throws Problem 400 naming the date
 */
export const readRange = (start: string | undefined, end: string | undefined): DateRange => {
  if (start === undefined) throw badRequest('date_missing', fill(t.dateMissing, { field: 'start_date' }), 'start_date');
  if (end === undefined) throw badRequest('date_missing', fill(t.dateMissing, { field: 'end_date' }), 'end_date');
  requireValidDays({ start_date: start, end_date: end });
  if (end < start) throw badRequest('end_before_start', t.endBeforeStart, 'end_date');
  const range = { start_date: start, end_date: end };
  if (daysIn(range) > MAX_DAYS) throw badRequest('range_too_long', t.rangeTooLong, 'end_date');
  return range;
};

/**
 * The requested person, or everyone the actor may see if no one is requested (spec 6.02, 6.04).
 * @throws Problem 403 for another person's commissions; the request is never silently changed
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

/** Like `commissionsOf`; the scope `team` narrows to the actor's team unless a person is requested (decisions 3.09). @throws Problem 403 */
export const ownersOf = (actor: Actor, { user_id, scope }: Readonly<{ user_id?: string; scope?: Scope }>): Owners => {
  const userId = commissionsOf(actor, user_id);
  return { userId, managerId: userId === null && scope === 'team' ? Number(actor.id) : null };
};
