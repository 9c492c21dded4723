import type { PersonOutlook } from '../../../contract/entities/adjustment.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { awardPeriod } from '../../../contract/rules/commission/bonus.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { isUsableDay, periodAt } from '../../../contract/rules/time/period.ts';
import { planOn } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { badRequest, forbidden, notFoundProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';

type Question = Readonly<{ user_id: string; effective_date: string }>;

/**
 * A person's monthly total, and how much more the author may grant without a second person (decisions 2.10, 2.25).
 * @throws Problem 400, 403, 404
 */
export const readPersonOutlook = async (
  { store }: Pick<Services, 'store'>,
  { actor, userId: authorId }: Principal,
  { user_id, effective_date: day }: Question,
): Promise<PersonOutlook> => {
  const id = rowId(user_id);
  const person = id === null ? undefined : await store.users.byId(id);
  if (!person) throw notFoundProblem('user');
  const target = { owner_id: String(person.id), owner_manager_id: person.manager_id === null ? null : String(person.manager_id) };
  if (!can(actor, 'adjustment:write', target)) throw forbidden();
  if (!isUsableDay(day)) throw badRequest('invalid_day', messages.adjustmentFormText.dayInvalid, 'effective_date');
  const { config } = await currentConfig(store);
  const sums = await store.commissionSums.inRange(periodAt('month', day), { userId: person.id, managerId: null });
  const others = await store.adjustments.othersOf({ authorId, userId: person.id, day, id: null });
  const threshold = person.id === authorId ? 0 : config.secondApprovalOver;
  const commission = sums.byStatus.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const [personRow] = await store.facts.people([person.id]);
  const objectives = (personRow && planOn(config, personRow, day)?.objectives) ?? [];
  return {
    person: fullName(person),
    now: fromCents(commission + sums.adjustmentsCents),
    at_once: fromCents(Math.max(0, threshold - others)),
    ...(objectives.length > 0 && {
      objectives: objectives.map((objective) => ({
        id: objective.id,
        name: objective.name,
        period: awardPeriod(objective, { start_date: day, end_date: day }),
        amount: fromCents(objective.amount),
      })),
    }),
  };
};
