import type { PlanInWords } from '../../../contract/entities/plan.ts';
import { fullName, isSelling, roles } from '../../../contract/entities/user.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import { overlayKey } from '../../../contract/rules/commission/clauses/keys.ts';
import { clausesOfPlan, type Names } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { type CommissionsConfig, planFor } from '../../../contract/rules/commission/config.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { PlanPerson } from '../../db/repositories/plans/planPeople.ts';
import { forbidden } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

/** The people whose plans the actor may read (decisions 2.09). */
export type PlanAccess = Readonly<{ all: boolean; people: readonly PlanPerson[]; names: Names }>;

/** @throws Problem 403 if the actor may read no plans */
export const readPlanAccess = async ({ store }: Pick<Services, 'store'>, actor: Actor): Promise<PlanAccess> => {
  const reach = reachOf(actor, 'plan:read');
  if (reach === 'none') throw forbidden();
  const people = await store.planPeople.within(reach, Number(actor.id));
  return { all: reach === 'all', people, names: new Map(people.map((person) => [String(person.id), fullName(person)])) };
};

const appliesTo = ({ appliesTo: { roles, users } }: Plan, { id, role }: PlanPerson): boolean =>
  users.includes(String(id)) || roles.includes(role);

/** True if the plan names, by person or role, somebody whose plans the actor may read. */
export const mayReadPlan = ({ all, people }: PlanAccess, plan: Plan): boolean => all || people.some((person) => appliesTo(plan, person));

/** True if the plan pays the actor a share in the sales of others: they may read its words, but not what it pays to others. */
const isPaidByOverlay = ({ overlays }: Plan, { id }: Actor): boolean => overlays.some(({ userId }) => userId === String(id));

/** False for clauses about other supporting people and for quotas of roles, which say nothing about the actor's share. */
const concernsOverlayOf = (key: string, { id }: Actor): boolean =>
  key === overlayKey(String(id)) || !(key.startsWith(overlayKey('')) || key.startsWith('quota.role.'));

/** The tiers of the plan as a staircase; none for plans that pay only amounts, or if the actor may read only the words. */
const stepsOf = ({ tiers }: Plan, isReadable: boolean): Pick<PlanInWords, 'steps'> =>
  isReadable && tiers.some(({ rate }) => rate > 0) ? { steps: tiers.map(({ from, rate }) => ({ from, rate })) } : {};

/** False for people who do not sell under a plan for everybody, which would pay them only for an invoice credited to them. */
const isPaidBy = ({ appliesTo: { roles: planRoles, users } }: Plan, { id, role }: PlanPerson): boolean =>
  isSelling(role) || users.includes(String(id)) || planRoles.length < roles.length;

/** The readable plans of a version in words; the plan that the actor has on that day comes first. */
export const plansInWords = (config: CommissionsConfig, access: PlanAccess, actor: Actor, day: Day) => {
  const holders = new Map<string, number>();
  for (const person of access.people) {
    const { id, role, active } = person;
    const plan = active ? planFor(config, { id: String(id), role }, day) : null;
    if (plan && isPaidBy(plan, person)) holders.set(plan.id, (holders.get(plan.id) ?? 0) + 1);
  }
  const own =
    isSelling(actor.role) || config.plans.some(({ appliesTo }) => appliesTo.users.includes(actor.id)) ? planFor(config, actor, day) : null;
  return config.plans
    .map((plan, index) => ({ plan, index }))
    .filter(({ plan }) => mayReadPlan(access, plan) || isPaidByOverlay(plan, actor))
    .map(({ plan, index }) => ({
      id: plan.id,
      name: plan.name,
      own: plan === own,
      people: holders.get(plan.id) ?? 0,
      ...stepsOf(plan, mayReadPlan(access, plan)),
      clauses: clausesOfPlan(plan, index, access.names).filter(({ key }) => mayReadPlan(access, plan) || concernsOverlayOf(key, actor)),
    }))
    .sort((a, b) => Number(b.own) - Number(a.own));
};
