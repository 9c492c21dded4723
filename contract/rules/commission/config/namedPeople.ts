import { type Day, periodAt, periodLabel } from '../../time/period.ts';
import { defaultPlan, type QuotaPeriod } from '../plan.ts';
import { type DraftPath, pathText, valueAt } from './draft.ts';
import { isObject, quotaPeriods } from './reader.ts';

/** A person named in a plan. `period`: set only in a quota override. */
type Mention = Readonly<{ id: string; path: string; period: string | null }>;
/** `lastDay` null: the person left on an unknown day. */
export type FormerEmployee = Readonly<{ id: string; lastDay: Day | null }>;
/** A person named in a plan that begins, or still applies, after they left. */
export type MentionAfterLeaving = FormerEmployee & Readonly<{ path: string; plan: string }>;

const listKeys: readonly string[] = ['users', 'sellers'];
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const mentionsIn = (value: unknown, path: DraftPath): Mention[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => mentionsIn(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]): Mention[] => {
    const place = [...path, key];
    if (key === 'user_id' && typeof item === 'string') return [{ id: item, path: pathText(place), period: textOf(value.period) }];
    if (!listKeys.includes(key) || !Array.isArray(item)) return mentionsIn(item, place);
    return item.flatMap((id, index) => (typeof id === 'string' ? [{ id, path: pathText([...place, index]), period: null }] : []));
  });
};

/** Ids of all people whom a configuration names, valid or not. */
export const namedIds = (draft: unknown): ReadonlySet<string> => new Set(mentionsIn(valueAt(draft, ['plans']), []).map(({ id }) => id));

const quotaPeriodOf = (plan: unknown): QuotaPeriod =>
  quotaPeriods.find((period) => period === valueAt(plan, ['quota', 'period'])) ?? defaultPlan.quota.period;

/** True for a quota override whose period overlaps the person's employment. */
const overlapsEmployment = (plan: unknown, { period }: Mention, lastDay: Day | null): boolean =>
  period !== null && lastDay !== null && period <= periodLabel(periodAt(quotaPeriodOf(plan), lastDay));

/**
 * Places where a configuration names people who left before the plan begins, or before its remaining days.
 * @param draft any JSON, valid or not
 * @param formerPeople everybody who left
 */
export const namedAfterLeaving = (draft: unknown, formerPeople: readonly FormerEmployee[], today: Day): MentionAfterLeaving[] => {
  const plans = valueAt(draft, ['plans']);
  if (!Array.isArray(plans)) return [];
  const people = new Map(formerPeople.map((person) => [person.id, person]));
  return plans.flatMap((plan: unknown, index) => {
    const [from, to] = [textOf(valueAt(plan, ['effective_from'])), textOf(valueAt(plan, ['effective_to']))];
    if (to !== null && to < today) return [];
    const since = from !== null && from > today ? from : today;
    const name = textOf(valueAt(plan, ['name'])) ?? textOf(valueAt(plan, ['id'])) ?? defaultPlan.name;
    return mentionsIn(plan, ['plans', index]).flatMap((mention): MentionAfterLeaving[] => {
      const person = people.get(mention.id);
      const wasStillEmployed = person && person.lastDay !== null && person.lastDay >= since;
      return !person || wasStillEmployed || overlapsEmployment(plan, mention, person.lastDay)
        ? []
        : [{ ...person, path: mention.path, plan: name }];
    });
  });
};
