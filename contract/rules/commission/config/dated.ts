import { addDays, type Day } from '../../time/period.ts';
import { defaultPlan } from '../plan.ts';

type Json = Readonly<Record<string, unknown>>;
type PlanJson = Json & Readonly<{ id: string; effective_from?: string | null; effective_to?: string | null }>;

const DATED_SUFFIX = /-\d{4}-\d{2}-\d{2}(-\d+)?$/;

/** A text without plans has the default plan. */
const plansIn = (config: Json): readonly PlanJson[] =>
  Array.isArray(config.plans) ? (config.plans as PlanJson[]) : [{ id: defaultPlan.id, name: defaultPlan.name }];
const isEqual = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);
const laterStart = (from: Day, ownStart: string | null | undefined): Day => (ownStart && ownStart > from ? ownStart : from);

/** "default-2026-12-01" → "default": the id shared by all dated successors of a plan. */
export const undatedId = (id: string): string => id.replace(DATED_SUFFIX, '');

/** "default" → "default-2026-12-01", with a number appended if that id is taken. */
const freshId = (id: string, from: Day, usedIds: ReadonlySet<string>): string => {
  const base = `${undatedId(id)}-${from}`;
  let candidate = base;
  for (let count = 2; usedIds.has(candidate); count += 1) candidate = `${base}-${count}`;
  return candidate;
};

/**
 * The first plan that is added, changed or removed although it ends before the day; `datedConfig` leaves such a plan unchanged.
 * @param before the text in use
 * @param after the text as entered; both are valid
 */
export const findEndedPlanChange = (before: string, after: string, from: Day): Readonly<{ plan: string; lastDay: Day }> | null => {
  const [oldPlans, newPlans] = [plansIn(JSON.parse(before)), plansIn(JSON.parse(after))];
  const changed = newPlans.filter((plan) => !oldPlans.some((oldPlan) => oldPlan.id === plan.id && isEqual(oldPlan, plan)));
  const removed = oldPlans.filter(({ id }) => newPlans.every((plan) => plan.id !== id));
  for (const { id, name, effective_to: lastDay } of [...changed, ...removed])
    if (lastDay && lastDay < from) return { plan: typeof name === 'string' ? name : id, lastDay };
  return null;
};

/**
 * The earliest first day among the changed plans of a draft; null if one of them has none, or if a plan was removed.
 * @param before the text in use
 * @param after the draft; both are valid
 */
export const earliestChangedDay = (before: string, after: string): Day | null => {
  const [oldPlans, newPlans] = [plansIn(JSON.parse(before)), plansIn(JSON.parse(after))];
  const planInUseById = new Map(oldPlans.map((plan) => [plan.id, plan]));
  const isRemoved = oldPlans.some(({ id }) => newPlans.every((plan) => plan.id !== id));
  const changed = newPlans.filter((plan) => !isEqual(plan, planInUseById.get(plan.id) ?? {}));
  const ownDays = changed.flatMap(({ id, effective_from: day }) => (day && day !== planInUseById.get(id)?.effective_from ? [day] : []));
  return isRemoved || ownDays.length < changed.length ? null : (ownDays.sort()[0] ?? null);
};

/**
 * A configuration that takes effect on a day (decisions 2.07): changed plans apply from that day and the previous ones until the day
 * before; all other keys apply at once.
 * @param before the text in use
 * @param after the text as entered; both are valid
 * @returns the text to save; new plans come first, so that examples without a plan refer to them
 */
export const datedConfig = (before: string, after: string, from: Day): string => {
  const draft: Json = JSON.parse(after);
  const [oldPlans, newPlans] = [plansIn(JSON.parse(before)), plansIn(draft)];
  const oldById = new Map(oldPlans.map((plan) => [plan.id, plan]));
  const newById = new Map(newPlans.map((plan) => [plan.id, plan]));
  const isUnchanged = (plan: PlanJson, otherPlan: PlanJson | undefined): boolean => otherPlan !== undefined && isEqual(plan, otherPlan);
  if (newPlans.length === oldPlans.length && newPlans.every((plan) => isUnchanged(plan, oldById.get(plan.id)))) return after;
  const usedIds = new Set([...oldById.keys(), ...newById.keys()]);
  const newIdById = new Map<string, string>();
  const currentPlans = newPlans.flatMap((plan): PlanJson[] => {
    const oldPlan = oldById.get(plan.id);
    if (isUnchanged(plan, oldPlan)) return [plan];
    // Plans that ended before that day stay unchanged.
    if (plan.effective_to && plan.effective_to < from) return [];
    const startingPlan = { ...plan, effective_from: laterStart(from, plan.effective_from) };
    if (!oldPlan || (oldPlan.effective_from ?? '') >= from) return [startingPlan];
    const id = freshId(plan.id, from, usedIds);
    newIdById.set(plan.id, id);
    return [{ ...startingPlan, id }];
  });
  const endedPlans = oldPlans.flatMap((plan): PlanJson[] => {
    if (isUnchanged(plan, newById.get(plan.id)) || (plan.effective_from ?? '') >= from) return [];
    return plan.effective_to && plan.effective_to < from ? [plan] : [{ ...plan, effective_to: addDays(from, -1) }];
  });
  const withNewPlanId = (example: Json): Json =>
    newIdById.has(String(example.plan)) ? { ...example, plan: newIdById.get(String(example.plan)) } : example;
  const renamedRows = ({ rows }: Json): Json =>
    Array.isArray(rows) ? { rows: rows.map((row) => (typeof row === 'object' && row !== null ? withNewPlanId(row as Json) : row)) } : {};
  const examples = Array.isArray(draft.examples)
    ? { examples: (draft.examples as Json[]).map((example) => ({ ...withNewPlanId(example), ...renamedRows(example) })) }
    : {};
  return JSON.stringify({ ...draft, plans: [...currentPlans, ...endedPlans], ...examples }, null, 2);
};
