import { addDays, type Day } from '../../time/period.ts';
import { defaultPlan } from '../plan.ts';

type Json = Readonly<Record<string, unknown>>;
type Part = Json & Readonly<{ id: string; effective_from?: string | null; effective_to?: string | null }>;

const DATED = /-\d{4}-\d{2}-\d{2}(-\d+)?$/;

/** A text without plans has the default plan. */
const plansIn = (config: Json): readonly Part[] =>
  Array.isArray(config.plans) ? (config.plans as Part[]) : [{ id: defaultPlan.id, name: defaultPlan.name }];
const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);
const later = (from: Day, own: string | null | undefined): Day => (own && own > from ? own : from);

/** "default-2026-12-01" → "default": the id shared by all dated successors of a plan. */
export const undatedId = (id: string): string => id.replace(DATED, '');

/** "default" → "default-2026-12-01", with a number appended if that is taken. */
const freshId = (id: string, from: Day, taken: ReadonlySet<string>): string => {
  const base = `${undatedId(id)}-${from}`;
  let fresh = base;
  for (let count = 2; taken.has(fresh); count += 1) fresh = `${base}-${count}`;
  return fresh;
};

/**
 * The first plan that is added, changed or removed although it ends before the day: `datedConfig` leaves it as it was.
 * @param before the text in use
 * @param after the text as entered; both are valid
 */
export const endedChange = (before: string, after: string, from: Day): Readonly<{ plan: string; lastDay: Day }> | null => {
  const [was, is] = [plansIn(JSON.parse(before)), plansIn(JSON.parse(after))];
  const changed = is.filter((plan) => !was.some((old) => old.id === plan.id && isSame(old, plan)));
  const removed = was.filter(({ id }) => is.every((plan) => plan.id !== id));
  for (const { id, name, effective_to: lastDay } of [...changed, ...removed])
    if (lastDay && lastDay < from) return { plan: typeof name === 'string' ? name : id, lastDay };
  return null;
};

/**
 * The earliest first day among the changed plans of a draft; null if one of them has none, or if a plan was removed.
 * @param before the text in use
 * @param after the draft; both are valid
 */
export const firstDayOf = (before: string, after: string): Day | null => {
  const [was, is] = [plansIn(JSON.parse(before)), plansIn(JSON.parse(after))];
  const inUse = new Map(was.map((plan) => [plan.id, plan]));
  const isRemoved = was.some(({ id }) => is.every((plan) => plan.id !== id));
  const changed = is.filter((plan) => !isSame(plan, inUse.get(plan.id) ?? {}));
  const ownDays = changed.flatMap(({ id, effective_from: day }) => (day && day !== inUse.get(id)?.effective_from ? [day] : []));
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
  const typed: Json = JSON.parse(after);
  const [was, is] = [plansIn(JSON.parse(before)), plansIn(typed)];
  const then = new Map(was.map((plan) => [plan.id, plan]));
  const now = new Map(is.map((plan) => [plan.id, plan]));
  const unchanged = (plan: Part, other: Part | undefined): boolean => other !== undefined && isSame(plan, other);
  if (is.length === was.length && is.every((plan) => unchanged(plan, then.get(plan.id)))) return after;
  const taken = new Set([...then.keys(), ...now.keys()]);
  const renamed = new Map<string, string>();
  const next = is.flatMap((plan): Part[] => {
    const old = then.get(plan.id);
    if (unchanged(plan, old)) return [plan];
    // Plans that ended before that day stay unchanged.
    if (plan.effective_to && plan.effective_to < from) return [];
    const begins = { ...plan, effective_from: later(from, plan.effective_from) };
    if (!old || (old.effective_from ?? '') >= from) return [begins];
    const id = freshId(plan.id, from, taken);
    renamed.set(plan.id, id);
    return [{ ...begins, id }];
  });
  const ended = was.flatMap((plan): Part[] => {
    if (unchanged(plan, now.get(plan.id)) || (plan.effective_from ?? '') >= from) return [];
    return plan.effective_to && plan.effective_to < from ? [plan] : [{ ...plan, effective_to: addDays(from, -1) }];
  });
  const withNewName = (one: Json): Json => (renamed.has(String(one.plan)) ? { ...one, plan: renamed.get(String(one.plan)) } : one);
  const rowsOf = ({ rows }: Json): Json =>
    Array.isArray(rows) ? { rows: rows.map((row) => (typeof row === 'object' && row !== null ? withNewName(row as Json) : row)) } : {};
  const examples = Array.isArray(typed.examples)
    ? { examples: (typed.examples as Json[]).map((one) => ({ ...withNewName(one), ...rowsOf(one) })) }
    : {};
  return JSON.stringify({ ...typed, plans: [...next, ...ended], ...examples }, null, 2);
};
