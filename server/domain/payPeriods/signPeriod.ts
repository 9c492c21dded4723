import { checklistItems, type PeriodReview } from '../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { readReview } from './review.ts';
import { findMonth } from './stepPeriod.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const t = messages.periodRefusals;

/** Records in the month's review that this person has viewed it. @throws Problem 404 */
export const recordPeriodView = async ({ store, clock }: Deps, { actor, userId }: Principal, label: string): Promise<PeriodReview> => {
  const at = clock();
  return store.transaction(async (tx) => {
    const { config } = await currentConfig(tx);
    const { state, period } = await findMonth(tx, config, label, todayIn(config.timezone, at));
    if (state === 'review') await tx.reviews.addViewer(period.start_date, userId, at);
    return readReview(tx, actor, label, at);
  });
};

/**
 * Signs a month's review for everyone's current amounts (decisions 2.11).
 * @throws Problem 404, 409 period_step, 422 if a checklist item is missing
 */
export const signPeriod = async (
  { store, clock }: Deps,
  { actor, userId }: Principal,
  label: string,
  items: readonly string[],
  origin: Origin,
): Promise<PeriodReview> => {
  const at = clock();
  return store.transaction(async (tx) => {
    await tx.periods.lockShared();
    const { config } = await currentConfig(tx);
    const { state, period } = await findMonth(tx, config, label, todayIn(config.timezone, at));
    const words = { month: monthText(period.start_date), state: t.states[state] };
    if (state !== 'review') throw new Problem(409, 'period_step', fill(t.notInReview, words));
    if (!checklistItems.every((item) => items.includes(item))) throw formProblem({ items: t.checklist });
    await tx.reviews.sign(period.start_date, userId, at);
    const entry = { actorId: userId, action: 'period.sign', entity: 'pay_period', entityId: label };
    await tx.audit.write({ ...entry, after: { items: checklistItems } }, origin, at);
    return readReview(tx, actor, label, at);
  });
};
