import { createHash } from 'node:crypto';
import type { ConfigImpact, PlanChangeContent } from '../../../contract/entities/configChange.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { datedConfig, findEndedPlanChange } from '../../../contract/rules/commission/config/dated.ts';
import { parseDraft } from '../../../contract/rules/commission/config/draft.ts';
import { namedAfterLeaving } from '../../../contract/rules/commission/config/namedPeople.ts';
import { type CommissionsConfig, parseConfig } from '../../../contract/rules/commission/config.ts';
import { type LastQuota, lastQuotaOf } from '../../../contract/rules/commission/quota.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import { ALL_DAYS, type PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { KnownUser } from '../../db/repositories/people/userAccounts.ts';
import type { Store } from '../../db/repositories/store.ts';
import { holderOf, previewEverybody, teamReachOf } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type Effect, effectOfDiff } from './configPreview.ts';
import { findLostTerms, findTermsChange, NO_FIGURES, termsOn } from './planTerms.ts';
import type { DraftRevision } from './publishedDraft.ts';

/** The reviewed text; `version`: the settings version it is based on; `draft`: the draft that it publishes. */
export type ImpactRequest = Readonly<{
  companyName: string;
  commissionsConfig: string;
  effective_date: Day;
  version: number | null;
  draft?: DraftRevision;
}>;
type Figures = PlanChangeContent['figures'];
/** A person asked to read the change; the content has no version until it is saved. */
export type AffectedPerson = Readonly<{ user_id: number; content: Omit<PlanChangeContent, 'version'> }>;
export type ImpactResult = Readonly<{ impact: ConfigImpact; people: readonly AffectedPerson[] }>;
type Progress = (done: number, total: number) => Promise<void>;
type Deps = Readonly<{ store: Store; clock: Services['clock'] }>;

const MAX_PEOPLE = 50;

/** The text in use and the text to save, which is split at the day unless the change applies to every open month in full. */
export const readTexts = async (
  { store }: Readonly<{ store: Pick<Store, 'config' | 'configChanges'> }>,
  { commissionsConfig, effective_date }: DatedText,
) => {
  const { commissions_config } = await store.config.general();
  const before = commissions_config.trim() === '' ? '{}' : commissions_config;
  const month = periodAt('month', effective_date).start_date;
  const isWhole = effective_date === month && !(await store.configChanges.hasOpenBefore(month));
  return { before, isWhole, after: isWhole ? commissionsConfig : datedConfig(before, commissionsConfig, effective_date) };
};

type DatedText = Pick<ImpactRequest, 'commissionsConfig' | 'effective_date'>;

/** The reason why a change cannot take effect, which is a plan that ends before the day; null if every change can. */
export const endedRefusalOf = (before: string, { commissionsConfig, effective_date }: DatedText): string | null => {
  const ended = findEndedPlanChange(before, commissionsConfig, effective_date);
  return ended && fill(messages.planDraftRefusals.planEnded, { plan: ended.plan, day: dayText(ended.lastDay) });
};

/**
 * Checks that every change in the text can take effect.
 * @throws Problem 409 nothing_new for a draft, 422 if a changed plan ends before the day
 */
export const assertTakesEffect = async (deps: Pick<Deps, 'store'>, request: ImpactRequest): Promise<void> => {
  const t = messages.planDraftRefusals;
  const { before, isWhole, after } = await readTexts(deps, request);
  const refusal = isWhole ? null : endedRefusalOf(before, request);
  if (refusal) throw formProblem({ effective_date: refusal });
  if (request.draft && canonicalJson(JSON.parse(before)) === canonicalJson(JSON.parse(after)))
    throw new Problem(409, 'nothing_new', t.nothingNew);
};

const quotaOn = (config: CommissionsConfig, person: PersonRow, day: Day): LastQuota | null =>
  lastQuotaOf([{ config, person: holderOf(person), range: { start_date: day, end_date: day } }]);

type CounterCounts = { kept: number; restarted: number; quotas: number };
/** Counts how a version that starts on the day affects a person's running quota counter; not at all if a quota period starts that day. */
const countEffectOnCounter = (counters: CounterCounts, previous: LastQuota | null, current: LastQuota | null, day: Day): void => {
  if (!previous || !current || current.plan.effectiveFrom !== day || previous.range.start_date === day) return;
  if (current.range.start_date < day) counters.kept += 1;
  else counters.restarted += 1;
  if (previous.quota !== current.quota) counters.quotas += 1;
};

const attainmentOf = (counted: number, quota: number): number | null => (quota === 0 ? null : counted / quota);

/** Reads the net revenue toward the quota of a period, once per period. */
const createCounterReader = (store: Pick<Store, 'approvals'>, people: readonly number[]) => {
  const countersByPerson = new Map<string, Promise<Map<number, number>>>();
  return async (userId: number, quota: LastQuota | null): Promise<number> => {
    if (!quota) return 0;
    const key = `${quota.range.start_date} ${quota.range.end_date}`;
    const counted = countersByPerson.get(key) ?? store.approvals.counted(people, quota.range);
    countersByPerson.set(key, counted);
    return (await counted).get(userId) ?? 0;
  };
};

type Reader = Readonly<{ user_id: string; name: string }>;
const readerOf = (person: Pick<PersonRow, 'id' | 'first_name' | 'last_name'>): Reader => ({
  user_id: String(person.id),
  name: fullName(person),
});

/** People who have left, but whom the plans name for later days; once per plan. */
const formerPeopleIn = (users: readonly KnownUser[], text: string, day: Day): NonNullable<ConfigImpact['former']> => {
  const formerUsers = users.flatMap(({ id, active, left_on }) =>
    active && left_on === null ? [] : [{ id: String(id), lastDay: left_on }],
  );
  const places = namedAfterLeaving(parseDraft(text), formerUsers, day);
  const people = new Map(users.map((person) => [String(person.id), person]));
  const named = places.flatMap(({ id, plan, lastDay }) => {
    const person = people.get(id);
    return person ? [[`${id} ${plan}`, { ...readerOf(person), plan, left_on: lastDay }] as const] : [];
  });
  return [...new Map(named).values()];
};

type Sum = { records: number; before: number; after: number; due: number; counted: [number, number]; quota: [number, number] };

/**
 * The impact of a configuration from a day on, person by person, with the content each of them would read (decisions 2.07, 2.09). Reads in
 * short queries and writes nothing.
 */
export const computeImpact = async ({ store, clock }: Deps, request: ImpactRequest, progress: Progress): Promise<ImpactResult> => {
  const at = clock();
  const { after: text } = await readTexts({ store }, request);
  const { config } = parseConfig(text);
  if (config === null) throw new Error('the dated configuration cannot be read');
  const now = await currentConfig(store);
  const today = todayIn(config.timezone, at);
  const day = request.effective_date > today ? request.effective_date : today;
  const everybody = await store.facts.everybody(teamReachOf(config, now.config));
  const users = await store.users.known();
  const active = new Set(users.flatMap(({ id, active: isActive }) => (isActive ? id : [])));
  const peopleWithoutSales = await store.facts.people([...active].filter((id) => !everybody.includes(id)));
  const total = everybody.length + peopleWithoutSales.length;
  const readCounted = createCounterReader(store, everybody);
  const sum: Sum = { records: 0, before: 0, after: 0, due: 0, counted: [0, 0], quota: [0, 0] };
  const counters: CounterCounts = { kept: 0, restarted: 0, quotas: 0 };
  const rows: (ConfigImpact['by_user'][number] & { delta: Cents; due: Cents })[] = [];
  const people: AffectedPerson[] = [];
  const losers: Reader[] = [];
  let closed = 0;
  let doneCount = 0;

  const figuresOf = async (person: PersonRow, { records, delta, due }: Effect, before: Cents): Promise<Figures> => {
    const [previous, next] = [quotaOn(now.config, person, day), quotaOn(config, person, day)];
    const counted = [await readCounted(person.id, previous), await readCounted(person.id, next)] as const;
    sum.records += records;
    sum.before += before;
    sum.after += before + delta;
    sum.due += due;
    const due_change = fromCents(due);
    sum.counted = [sum.counted[0] + (previous ? counted[0] : 0), sum.counted[1] + (next ? counted[1] : 0)];
    sum.quota = [sum.quota[0] + (previous?.quota ?? 0), sum.quota[1] + (next?.quota ?? 0)];
    const [attainment_before, attainment_after] = [
      attainmentOf(counted[0], previous?.quota ?? 0),
      attainmentOf(counted[1], next?.quota ?? 0),
    ];
    const [quota_before, quota_after] = [previous ? fromCents(previous.quota) : null, next ? fromCents(next.quota) : null];
    if (records > 0 || attainment_before !== attainment_after || quota_before !== quota_after)
      rows.push({
        user_id: String(person.id),
        name: fullName(person),
        records,
        before: fromCents(before),
        after: fromCents(before + delta),
        due_change,
        quota_before,
        quota_after,
        attainment_before,
        attainment_after,
        delta,
        due,
      });
    return { records, before: fromCents(before), after: fromCents(before + delta), due_change, attainment_before, attainment_after };
  };

  const current = { version: now.version + 1, config, setUpOn: now.setUpOn ?? null };
  const addPerson = async (person: PersonRow, figures: Figures): Promise<void> => {
    const effective = request.effective_date;
    countEffectOnCounter(counters, quotaOn(now.config, person, effective), quotaOn(config, person, effective), effective);
    const sides = [
      { config: now.config, person },
      { config, person },
    ] as const;
    const lost = findLostTerms(...sides, request.effective_date);
    const change = findTermsChange(...sides, request.effective_date) ?? lost;
    const after = change ? change.after : termsOn(sides[1], day);
    if (lost && active.has(person.id)) losers.push(readerOf(person));
    if (active.has(person.id) && (change || (figures.records > 0 && after !== null))) {
      const terms = { before: change ? change.before : termsOn(sides[0], day), after };
      const content = { effective_date: change?.day ?? request.effective_date, person: fullName(person), ...terms, figures };
      people.push({ user_id: person.id, content });
    }
    doneCount += 1;
    await progress(doneCount, total);
  };
  for await (const { person, diff, openSince } of previewEverybody(store, current, today)) {
    closed += diff.differingClosed;
    await addPerson(person, await figuresOf(person, effectOfDiff(diff), openSince(request.effective_date)));
  }
  for (const person of peopleWithoutSales) await addPerson(person, NO_FIGURES);
  rows.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || Math.abs(b.due) - Math.abs(a.due));
  const months = await store.periods.closedIn(ALL_DAYS.from, ALL_DAYS.to);
  const isLive = await store.setup.isLive();
  const impact: ConfigImpact = {
    as_of: at.toISOString(),
    effective_date: request.effective_date,
    commissionsConfig: text,
    records: sum.records,
    people: people.length,
    without_plan: losers,
    former: formerPeopleIn(users, request.commissionsConfig, day),
    readers: isLive ? people.map(({ user_id, content }) => ({ user_id: String(user_id), name: content.person })) : [],
    total_before: fromCents(sum.before),
    total_after: fromCents(sum.after),
    due_change: fromCents(sum.due),
    attainment_before: attainmentOf(sum.counted[0], sum.quota[0]),
    attainment_after: attainmentOf(sum.counted[1], sum.quota[1]),
    counters,
    closed_months: months.map(({ start_date }) => start_date),
    closed_untouched: closed,
    by_user: rows.slice(0, MAX_PEOPLE).map(({ delta: _delta, due: _due, ...row }) => row),
  };
  return { impact, people };
};

/** The content as text, to be stored and hashed. */
export const contentOf = ({ content, user_id }: AffectedPerson, version: number) => {
  const text = canonicalJson({ ...content, version });
  return { user_id, content: text, sha256: createHash('sha256').update(text).digest('hex') };
};
