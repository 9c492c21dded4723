import type { ProjectionInputs } from '../../../contract/entities/projection.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { planOn, quotaPeriodOf } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { forbidden, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { readProjectedPeriods } from './projectionPeriods.ts';

/** A person's current quota period as engine input (decisions 2.13); the actor's own without `userId`. @throws Problem 403, 404 */
export const readProjectionInputs = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  { user_id = actor.id }: Readonly<{ user_id?: string }>,
): Promise<ProjectionInputs> => {
  if (!can(actor, 'commission:read', { owner_id: user_id })) throw forbidden();
  return store.transaction(async (tx) => {
    const [person] = await tx.facts.people([Number(user_id)]);
    if (!person) throw notFoundProblem('user');
    const { config } = await currentConfig(tx);
    const today = todayIn(config.timezone, clock());
    const range = quotaPeriodOf(planOn(config, person, today), today);
    // If the plan changes within the range, uses the period that contains today.
    const periods = await readProjectedPeriods(tx, config, person, range, []);
    const plan = planOn(config, person, today);
    const period = periods.find((candidate) => candidate.plan.id === plan?.id);
    if (!period) return { today, range, plan: null, quota: 0, bookings: [], closed: null };
    const { bookings, closed, quota } = period;
    return {
      today,
      range: { start_date: range.start_date, end_date: range.end_date },
      plan: period.plan,
      quota,
      territory: person.territory,
      bookings: bookings.map((booking) => ({
        ...booking,
        original: booking.original && { ...booking.original, parts: [...booking.original.parts] },
      })),
      closed: closed ? { ...closed, months: [...closed.months], invoices: [...closed.invoices] } : null,
    };
  });
};
