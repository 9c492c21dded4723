import { type PersonTrial, type PlanDraftTrial, TRIAL_DAY_PATH, type TriedRecord } from '../../../contract/entities/planDraft.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { haveReasons } from '../../../contract/rules/commission/clauses/inferred.ts';
import { clausesOfPlan, type Names } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { clauseShares } from '../../../contract/rules/commission/clauses/shares.ts';
import { earliestChangedDay } from '../../../contract/rules/commission/config/dated.ts';
import { type CommissionsConfig, parseConfig } from '../../../contract/rules/commission/config.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import { type Day, periodAt, shiftPeriod } from '../../../contract/rules/time/period.ts';
import { ALL_DAYS, type PersonRow } from '../../db/repositories/commissions/facts.ts';
import type { RecordValues } from '../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { monthOfDay, previewEverybody, teamReachOf } from '../commissions/recompute/index.ts';
import { configsAt, currentConfig, type VersionedConfig } from '../plans/config.ts';
import { readConfigNames } from '../plans/configNames.ts';
import { readPlanAccess } from '../plans/planAccess.ts';
import { readDayRefusal } from '../settings/configChange.ts';
import { endedRefusalOf, readTexts } from '../settings/configImpact.ts';
import { effectOfDiff, type PayChange, payChangesOf } from '../settings/configPreview.ts';
import { todayIn } from '../shared/clock.ts';
import { notFoundProblem } from '../shared/problem.ts';
import { findPeopleOfChange } from './peopleOfChange.ts';
import { type Deps, findDraft } from './planDrafts.ts';

type Sum = { records: number; before: Cents; after: Cents; due: Cents };
const noAmounts: Readonly<Sum> = { records: 0, before: 0, after: 0, due: 0 };
const amountsOf = ({ records, before, after, due }: Sum) => ({
  records,
  before: fromCents(before),
  after: fromCents(after),
  due_change: fromCents(due),
});

/** The first day after the months that were closed without a gap; the start of all days if an earlier month with records is open. */
const readTrialStart = async ({ periods, configChanges }: Pick<Repositories, 'periods' | 'configChanges'>): Promise<Day> => {
  const closed = new Set((await periods.closedIn(ALL_DAYS.from, ALL_DAYS.to)).map(({ start_date }) => start_date));
  let [day] = [...closed].sort();
  if (day === undefined) return ALL_DAYS.from;
  while (closed.has(day)) day = shiftPeriod(periodAt('month', day), 1).start_date;
  return (await configChanges.hasOpenBefore(day)) ? ALL_DAYS.from : day;
};

/**
 * The text that publishing from `day` would save, and that day: by default the earliest first day of the changed plans, or null for all
 * open months. `refusal`: why the draft cannot be published from that day.
 */
const readDatedText = async (
  deps: Deps,
  text: string,
  { requestedDay, timezone }: Readonly<{ requestedDay: Day | null; timezone: string }>,
) => {
  const { store } = deps;
  const { commissions_config: inUse } = await store.config.general();
  const day = requestedDay ?? earliestChangedDay(inUse.trim() === '' ? '{}' : inUse, text);
  if (day === null) return { day, text, refusal: null };
  const refused = await readDayRefusal(deps, day, timezone);
  if (refused !== null) return { day, text, refusal: refused };
  const dated = { commissionsConfig: text, effective_date: day };
  const { before, isWhole, after } = await readTexts({ store }, dated);
  return { day, text: after, refusal: isWhole ? null : endedRefusalOf(before, dated) };
};

/** The draft as the version that it would become, and today in its time zone; `config` is null if it has errors. */
const readTrial = async (deps: Deps, id: number | null, requestedFrom: Day | null) => {
  const { store, clock } = deps;
  const { config: draftText } = await findDraft(store, id);
  const names = await readConfigNames(store);
  const parsedDraft = parseConfig(draftText, names);
  const { day, text, refusal } = parsedDraft.config
    ? await readDatedText(deps, draftText, { requestedDay: requestedFrom, timezone: parsedDraft.config.timezone })
    : { day: requestedFrom, text: draftText, refusal: null };
  const parsed = text === draftText ? parsedDraft : parseConfig(text, names);
  const { config, errors } = refusal === null ? parsed : { config: null, errors: [{ path: TRIAL_DAY_PATH, message: refusal }] };
  const inUse = await currentConfig(store);
  const { version, setUpOn = null } = inUse;
  const now = clock();
  const today = todayIn((config ?? inUse.config).timezone, now);
  return {
    config,
    errors: [...errors],
    day,
    now,
    today,
    inUse,
    follows: (valid: CommissionsConfig) => ({ version: version + 1, config: valid, setUpOn }),
  };
};

/**
 * Tries a draft on all open months of everyone. Writes nothing, and blocks nobody (decisions 7.08). People whom the change cannot concern
 * keep their recorded amounts.
 * @param requestedFrom the day from which it would be published; null for the draft's own
 * @param signal stops the trial before the next person; the answer then lacks people
 * @throws Problem 404
 */
export const tryDraft = async (deps: Deps, id: number | null, requestedFrom: Day | null, signal: AbortSignal): Promise<PlanDraftTrial> => {
  const { config, errors, day, now, today, inUse, follows } = await readTrial(deps, id, requestedFrom);
  const total: Sum = { ...noAmounts };
  const answer = { as_of: now.toISOString(), effective_date: day, errors };
  if (config === null) return { ...answer, total: amountsOf(total), people: [] };
  const people: (Sum & Readonly<{ user_id: string; name: string }>)[] = [];
  const add = (person: PersonRow, { records, before, after, due }: Sum): void => {
    total.records += records;
    total.before += before;
    total.after += after;
    total.due += due;
    if (records > 0 || before !== 0) people.push({ user_id: String(person.id), name: fullName(person), records, before, after, due });
  };
  const { store } = deps;
  const draft = follows(config);
  const everybody = await store.facts.everybody(teamReachOf(config));
  const affectedPeople = await findPeopleOfChange(store, inUse, draft, everybody);
  for await (const { person, diff, openSince } of previewEverybody(store, draft, today, {
    only: affectedPeople,
    from: await readTrialStart(store),
  })) {
    if (signal.aborted) break;
    const { records, delta, due } = effectOfDiff(diff);
    const before = openSince(ALL_DAYS.from);
    add(person, { records, before, after: before + delta, due });
  }
  if (!signal.aborted) {
    const computed = new Set(affectedPeople);
    const amounts = await store.configChanges.openAmounts(everybody.filter((id) => !computed.has(id)));
    for (const person of await store.facts.people([...amounts.keys()])) {
      const before = amounts.get(person.id) ?? 0;
      add(person, { ...noAmounts, before, after: before });
    }
  }
  people.sort(
    (a, b) =>
      Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || Math.abs(b.due) - Math.abs(a.due) || a.name.localeCompare(b.name),
  );
  return {
    ...answer,
    total: amountsOf(total),
    people: people.slice(0, limits.planDrafts.people).map(({ user_id, name, ...sum }) => ({ user_id, name, ...amountsOf(sum) })),
  };
};

type WordsOf = (config: CommissionsConfig, version: number, record: Pick<RecordValues, 'plan_id' | 'parts'>) => string[];
/** Finds the sentences of the clauses that priced a record. */
const createClauseWords = (names: Names): WordsOf => {
  const sentences = new Map<string, ReadonlyMap<string, string>>();
  const unnamed: Readonly<Record<string, string>> = messages.planPage.withoutClause;
  return (config, version, { plan_id, parts }) => {
    const index = config.plans.findIndex(({ id }) => id === plan_id);
    const plan = config.plans[index];
    if (!plan || !haveReasons(parts)) return [];
    const key = `${String(version)} ${plan_id}`;
    const words = sentences.get(key) ?? new Map(clausesOfPlan(plan, index, names).map(({ key, sentence }) => [key, sentence]));
    sentences.set(key, words);
    return clauseShares(parts).flatMap(({ key }) => words.get(key) ?? unnamed[key] ?? []);
  };
};

/** Sums per month. */
const createMonths = () => {
  const sums = new Map<Day, Sum>();
  return {
    add: (day: Day, { records = 0, before = 0, after = 0, due = 0 }: Partial<Sum>): void => {
      const sum = sums.get(monthOfDay(day)) ?? noAmounts;
      sums.set(monthOfDay(day), {
        records: sum.records + records,
        before: sum.before + before,
        after: sum.after + after,
        due: sum.due + due,
      });
    },
    list: (): PersonTrial['months'] => [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([month, sum]) => ({ month, ...amountsOf(sum) })),
  };
};

type Versions = Readonly<{ wordsOf: WordsOf; configAt: (version: number) => VersionedConfig; draft: VersionedConfig }>;
const triedRecordOf = ({ before, after, isGone, due }: PayChange, { wordsOf, configAt, draft }: Versions): TriedRecord => ({
  invoice_number: after.invoice_number,
  booking_date: after.booking_date,
  net_revenue: fromCents(after.net_cents),
  before: before ? fromCents(before.amount_cents) : null,
  after: isGone ? null : fromCents(after.amount_cents),
  due_change: fromCents(due),
  clauses_before: before ? wordsOf(configAt(before.config_version).config, before.config_version, before) : [],
  clauses_after: isGone ? [] : wordsOf(draft.config, draft.version, after),
});

/** Tries a draft on all open months of one person, record by record. @param requestedFrom like that of `tryDraft` @throws Problem 403, 404 */
export const tryDraftOn = async (
  deps: Deps,
  actor: Actor,
  id: number | null,
  userId: number | null,
  requestedFrom: Day | null,
): Promise<PersonTrial> => {
  const { store } = deps;
  const { config, errors, day: effective_date, today, follows } = await readTrial(deps, id, requestedFrom);
  const { names } = await readPlanAccess(deps, actor);
  const name = userId === null ? undefined : names.get(String(userId));
  if (userId === null || name === undefined) throw notFoundProblem('user');
  const answer = { user_id: String(userId), name, effective_date, errors };
  if (config === null) return { ...answer, months: [], records: [] };
  const [draft, wordsOf] = [follows(config), createClauseWords(names)];
  const months = createMonths();
  const records: (PayChange & Readonly<{ record: TriedRecord }>)[] = [];
  for await (const { diff, open } of previewEverybody(store, draft, today, { only: [userId], from: await readTrialStart(store) })) {
    for (const { booking_date, amount_cents } of open) months.add(booking_date, { before: amount_cents, after: amount_cents });
    const changes = payChangesOf(diff);
    const configAt = await configsAt(
      store,
      changes.flatMap(({ before }) => before?.config_version ?? []),
    );
    for (const change of changes) {
      months.add(change.after.booking_date, { records: 1, after: change.delta, due: change.due });
      records.push({ ...change, record: triedRecordOf(change, { wordsOf, configAt, draft }) });
    }
  }
  records.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || Math.abs(b.due) - Math.abs(a.due));
  return { ...answer, months: months.list(), records: records.slice(0, limits.planDrafts.records).map(({ record }) => record) };
};
