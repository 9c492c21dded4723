import { fill, messages } from '../../../contract/messages.ts';
import { type DraftObject, valueAt } from '../../../contract/rules/commission/config/draft.ts';
import { isObject } from '../../../contract/rules/commission/config/reader.ts';
import { planTemplates } from '../../../contract/rules/commission/config/templates.ts';
import { defaultPlan, ratesOf } from '../../../contract/rules/commission/plan.ts';
import { fromCents } from '../../../contract/rules/money.ts';

const t = messages.planBuilder;
export type Template = keyof typeof planTemplates;
export const templates = Object.keys(planTemplates) as readonly Template[];

/** The plans of a draft; empty if the default plan applies or the value is not a list. */
export const plansIn = (draft: DraftObject): readonly unknown[] => (Array.isArray(draft.plans) ? draft.plans : []);

export const planName = (plan: unknown, index: number): string => {
  const [name, id] = [valueAt(plan, ['name']), valueAt(plan, ['id'])];
  if (typeof name === 'string' && name !== '') return name;
  return typeof id === 'string' && id !== '' ? id : fill(t.unnamed, { number: index + 1 });
};

const createPlanId = (plans: readonly unknown[], base: string): string => {
  const ids = new Set(plans.map((plan) => valueAt(plan, ['id'])));
  let id = base;
  for (let count = 2; ids.has(id); count += 1) id = `${base}-${count}`;
  return id;
};

/** The default plan, written out. */
export const createDefaultPlan = (): DraftObject => {
  const { base, over } = ratesOf(defaultPlan);
  return {
    id: defaultPlan.id,
    name: defaultPlan.name,
    quota: { period: defaultPlan.quota.period, amount: fromCents(defaultPlan.quota.amount) },
    base_commission_rate: base,
    over_quota_commission_rate: over,
  };
};

/** A new plan that applies to nobody, so the draft is invalid until people or roles are added. */
export const createPlan = (plans: readonly unknown[]): DraftObject => ({
  id: createPlanId(plans, 'plan'),
  name: t.newName,
  applies_to: { roles: [], users: [] },
});

export const copyPlan = (plans: readonly unknown[], index: number): DraftObject => {
  const plan = plans[index];
  const id = valueAt(plan, ['id']);
  return {
    ...(isObject(plan) ? plan : {}),
    id: createPlanId(plans, typeof id === 'string' && id !== '' ? id : 'plan'),
    name: fill(t.copyName, { name: planName(plan, index) }),
    applies_to: { roles: [], users: [] },
  };
};

const payKeys = ['base_commission_rate', 'over_quota_commission_rate', 'tiers', 'tier_mode'];

/** A plan's keys with its clauses replaced by those of a template; rates of one kind replace rates of the other. */
export const templateKeys = (plan: unknown, template: Template): Readonly<Record<string, unknown>> => {
  const clauses: DraftObject = planTemplates[template];
  const pays = payKeys.some((key) => key in clauses);
  const quota = isObject(clauses.quota) ? { quota: { ...(valueAt(plan, ['quota']) as object | undefined), ...clauses.quota } } : {};
  return { ...(pays ? Object.fromEntries(payKeys.map((key) => [key, undefined])) : {}), ...clauses, ...quota };
};
