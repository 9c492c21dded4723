import { type GoalList, goalKinds } from '../../../contract/entities/goal.ts';
import { messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { type Day, isDay, periodAt } from '../../../contract/rules/time/period.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Heads } from '../shared/heads.ts';
import { badRequest, forbidden, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { canAccessGoal, goalOf } from './goalView.ts';

/** @throws Problem 400 unless it is the first day of a month */
export const readMonth = (month: string | undefined, today: Day): Day => {
  if (month === undefined) return periodAt('month', today).start_date;
  if (!isDay(month) || !month.endsWith('-01')) throw badRequest('month_invalid', messages.goals.monthInvalid, 'month');
  return month;
};

/** A person's goals for a month, and the kinds that can still be set. @throws Problem 400, 403, 404 */
export const listGoals = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  { user_id = actor.id, month: requestedMonth }: Readonly<{ user_id?: string; month?: string }>,
  heads?: Heads,
): Promise<GoalList> => {
  const person = await store.users.byId(Number(user_id));
  const owned = { user_id: Number(user_id), manager_id: person?.manager_id ?? null };
  if (!canAccessGoal(actor, 'goal:read', owned)) throw forbidden();
  if (!person) throw notFoundProblem('user');
  const { config } = await currentConfig(store, heads);
  const today = todayIn(config.timezone, clock());
  const month = readMonth(requestedMonth, today);
  const rows = await store.goals.ofMonth(person.id, month);
  const facts = await store.goals.facts(person.id, periodAt('month', month));
  const kinds = goalKinds.filter((kind) => rows.every((row) => row.kind !== kind));
  const isOpen = periodAt('month', month).end_date >= today;
  return {
    data: rows.map((row) => goalOf(row, facts, actor, today)),
    can_set: isOpen && kinds.length > 0 && canAccessGoal(actor, 'goal:write', owned),
    kinds,
  };
};
