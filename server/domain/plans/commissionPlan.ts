import { setImmediate } from 'node:timers/promises';
import type { QuotaDays } from '../../../contract/entities/commission.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import type { Holding } from '../../../contract/rules/commission/holder.ts';
import type { LeaveEffect } from '../../../contract/rules/commission/leave.ts';
import { idsNamedInPlans } from '../../../contract/rules/commission/namedPeople.ts';
import {
  hasRamps,
  type LastQuota,
  lastLeaveOf,
  lastQuotaOf,
  prorates,
  type QuotaOnLeave,
  type QuotaTerms,
  quotaDaysOf,
  quotasIn,
  quotaTermsOf,
} from '../../../contract/rules/commission/quota.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { addDays, type DateRange, type Day, firstDayOfMonth, overlap, type Period, yearOf } from '../../../contract/rules/time/period.ts';
import type { HolderRow } from '../../db/repositories/payPeriods/quotaPeople.ts';
import { createHeadCache, type Heads } from '../shared/heads.ts';
import type { Services } from '../shared/services.ts';
import { configsAt, currentConfig } from './config.ts';

/**
 * The plan terms for a range, and from January 1 of its last year to its end. For one person, `last` is the quota period in which the
 * range ends, and `days` are the days of the quota. `pricing`: the quota that prices open sales, if closed months give the range a
 * different one.
 */
export type SummaryTerms = Readonly<{
  inRange: QuotaTerms;
  yearToDate: QuotaTerms;
  last: LastQuota | null;
  days: QuotaDays | null;
  pricing: Cents | null;
}>;
/** One person's quota in a range in cents, and the days it covers. */
export type PersonQuota = Readonly<{ quota: Cents; days: QuotaDays | null }>;
type Stores = Pick<Services['store'], 'config' | 'quotaPeople'>;
/** Days that use the data of one closing, or, if `snapshot` is null, the current configuration and people. */
type Source = Readonly<{ snapshot: number | null; config: CommissionsConfig; range: DateRange }>;

/**
 * Covers every day of the range once: closed months, and days before the first of them, use the saved data; others the current
 * configuration.
 */
const readSources = async (store: Stores, range: DateRange): Promise<Source[]> => {
  const closings = await store.quotaPeople.closings(range.start_date, range.end_date);
  const [{ config }, configs] = await Promise.all([
    currentConfig(store),
    configsAt(
      store,
      closings.map(({ config_version }) => config_version),
    ),
  ]);
  const sources: Source[] = [];
  let next: Day = range.start_date;
  const addLive = (end_date: Day): void => {
    if (next <= end_date) sources.push({ snapshot: null, config, range: { start_date: next, end_date } });
  };
  for (const { snapshot_id, config_version, from_day, to_day } of closings) {
    const covered = overlap({ start_date: from_day, end_date: to_day }, range);
    if (!covered) continue;
    addLive(addDays(covered.start_date, -1));
    sources.push({ snapshot: snapshot_id, config: configs(config_version).config, range: covered });
    next = addDays(covered.end_date, 1);
  }
  addLive(range.end_date);
  return sources;
};

const readFrom = (sources: readonly Source[]) => {
  const live = sources.filter(({ snapshot }) => snapshot === null).map(({ range }) => range);
  return {
    snapshots: sources.flatMap(({ snapshot }) => snapshot ?? []),
    live: live[0] ? { from: live[0].start_date, to: live.at(-1)?.end_date ?? live[0].end_date } : null,
  };
};

const readHolders = async (store: Stores, sources: readonly Source[], userId: number | null): Promise<HolderRow[]> => {
  const configs = sources.map(({ config }) => config);
  const away = userId === null && configs.some(prorates) ? await store.quotaPeople.away() : [];
  return store.quotaPeople.holders({
    userId,
    ...readFrom(sources),
    named: [...new Set([...configs.flatMap(idsNamedInPlans).map(Number), ...away])].filter(Number.isSafeInteger),
    byMonth: configs.some(hasRamps),
  });
};

type Stretches = NonNullable<Holding['person']['stretches']>;
/** Roles and employment starts over time, by id, of people for whom they changed: the quotas of a period depend on all of them. */
const stretchesIn = (rows: readonly HolderRow[]): ReadonlyMap<number | null, Stretches> => {
  const stretches = new Map<number | null, Stretches>();
  for (const { id, from_day, to_day, role, joined } of rows)
    if (id !== null) stretches.set(id, [...(stretches.get(id) ?? []), { start_date: from_day, end_date: to_day, role, joinedOn: joined }]);
  return new Map([...stretches].filter(([, days]) => new Set(days.map(({ role, joinedOn }) => `${role} ${joinedOn}`)).size > 1));
};

const holdingsIn = (sources: readonly Source[], rows: readonly HolderRow[], requestedRange: DateRange): Holding[] => {
  const changed = stretchesIn(rows);
  return sources.flatMap(({ snapshot, config, range }) =>
    rows.flatMap((row): Holding[] => {
      const days = row.snapshot_id === snapshot ? overlap(range, { start_date: row.from_day, end_date: row.to_day }) : null;
      const covered = days && overlap(days, requestedRange);
      if (!covered) return [];
      const stretches = changed.get(row.id);
      const person = {
        id: String(row.id ?? ''),
        role: row.role,
        joinedOn: row.joined,
        count: row.people,
        ...(stretches && { stretches }),
        leaves: row.leaves ?? [],
      };
      return [{ config, person, range: covered }];
    }),
  );
};

/** The quota of a whole quota period, if the sum over its days differs, because closed months keep theirs (decisions 2.11). */
const pricingQuotaOf = (last: LastQuota | null, { start_date, end_date }: DateRange, quota: Cents): Cents | null =>
  last && last.range.start_date === start_date && last.range.end_date === end_date && last.quota !== quota ? last.quota : null;

const readTerms = async (store: Stores, range: DateRange, userId: number | null): Promise<SummaryTerms> => {
  const year = { start_date: firstDayOfMonth(yearOf(range.end_date), 0), end_date: range.end_date };
  const start_date = range.start_date < year.start_date ? range.start_date : year.start_date;
  const sources = await readSources(store, { start_date, end_date: range.end_date });
  const rows = await readHolders(store, sources, userId);
  const holdings = holdingsIn(sources, rows, range);
  const inRange = quotaTermsOf(holdings);
  const last = userId === null ? null : lastQuotaOf(holdings);
  return {
    inRange,
    yearToDate: quotaTermsOf(holdingsIn(sources, rows, year)),
    last,
    days: userId === null ? null : quotaDaysOf(holdings),
    pricing: pricingQuotaOf(last, range, inRange.quota),
  };
};

/** One person's quota for each quota period of a range; closed months keep their quota. */
export const readQuotaPeriods = async (store: Stores, range: DateRange, userId: number): Promise<readonly QuotaOnLeave[]> => {
  const sources = await readSources(store, range);
  return quotasIn(holdingsIn(sources, await readHolders(store, sources, userId), range), range);
};

/** The effect of leave on one person's quota of a day, with closed months unchanged. */
export const readLeaveEffect = async (store: Stores, userId: number, day: Day): Promise<LeaveEffect | null> => {
  const range = { start_date: firstDayOfMonth(yearOf(day), 0), end_date: day };
  const sources = await readSources(store, range);
  if (!sources.some(({ config }) => prorates(config))) return null;
  return lastLeaveOf(holdingsIn(sources, await readHolders(store, sources, userId), range));
};

const cache = createHeadCache<SummaryTerms>();

/**
 * Quota and rates of one person, or of all active people, on the days of a range; closed months keep theirs (decisions 2.11). With a
 * request's heads, the result is cached for all requests until a configuration, a closed month or a person changes.
 */
export const readSummaryTerms = (store: Stores, range: DateRange, userId: number | null, heads?: Heads): Promise<SummaryTerms> => {
  const terms = (): Promise<SummaryTerms> => readTerms(store, range, userId);
  if (!heads) return terms();
  return cache(store.quotaPeople, [heads.config, heads.periods, heads.people, range.start_date, range.end_date, userId].join(' '), terms);
};

/** The combined terms of a manager's team: quotas are added; a rate is known only if everyone with a quota shares it. */
export const readTeamTerms = async (
  store: Stores & Pick<Services['store'], 'analytics'>,
  range: DateRange,
  managerId: number,
  heads?: Heads,
): Promise<SummaryTerms> => {
  const people = await store.analytics.people({ userId: null, managerId, territory: null });
  const termsOfPeople = await Promise.all(people.map(({ id }) => readSummaryTerms(store, range, id, heads)));
  const combined = (terms: readonly QuotaTerms[]): QuotaTerms => {
    const relevant = terms.some(({ quota }) => quota > 0) ? terms.filter(({ quota }) => quota > 0) : terms;
    const commonRate = (rates: readonly (number | null)[]): number | null => (new Set(rates).size === 1 ? (rates[0] ?? null) : null);
    return {
      quota: terms.reduce((sum, { quota }) => sum + quota, 0),
      base: commonRate(relevant.map(({ base }) => base)),
      over: commonRate(relevant.map(({ over }) => over)),
    };
  };
  return {
    inRange: combined(termsOfPeople.map(({ inRange }) => inRange)),
    yearToDate: combined(termsOfPeople.map(({ yearToDate }) => yearToDate)),
    last: null,
    days: null,
    pricing: null,
  };
};

/** Number of people after which it yields to other requests, because a large company takes a while. */
const PEOPLE_PER_YIELD = 200;

/** A key of the facts that determine a person's quota: people with the same key have the same quota. */
const quotaKeyOf = (holdings: readonly Holding[]): string => {
  const parts = holdings.map(({ config, person, range }) => {
    const named = namesOf(config).has(person.id) ? person.id : '';
    const joined = hasRamps(config) ? person.joinedOn : '';
    const away = prorates(config) ? JSON.stringify(person.leaves) : '';
    return [configKeyOf(config), person.role, named, joined, away, range.start_date, range.end_date].join(' ');
  });
  return parts.join('|');
};
const names = new WeakMap<CommissionsConfig, ReadonlySet<string>>();
const namesOf = (config: CommissionsConfig): ReadonlySet<string> => {
  const configNames = names.get(config) ?? new Set(idsNamedInPlans(config));
  names.set(config, configNames);
  return configNames;
};
const configKeys = new WeakMap<CommissionsConfig, number>();
let configsSeen = 0;
const configKeyOf = (config: CommissionsConfig): number => {
  const cachedKey = configKeys.get(config);
  if (cachedKey !== undefined) return cachedKey;
  configsSeen += 1;
  configKeys.set(config, configsSeen);
  return configsSeen;
};

/**
 * Computes a value per person for each of several ranges, of which the first must begin first and the last must end last.
 * @param ids null for everyone
 */
const measureEachPerson = async <T>(
  store: Stores,
  ranges: readonly DateRange[],
  measure: (holdings: readonly Holding[]) => T,
  ids: ReadonlySet<number> | null = null,
): Promise<readonly ReadonlyMap<number, T>[]> => {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return [];
  const sources = await readSources(store, { start_date: first.start_date, end_date: last.end_date });
  const byPerson = new Map<number, HolderRow[]>();
  for (const row of await store.quotaPeople.eachHolder(readFrom(sources))) {
    if (ids && !ids.has(row.id ?? 0)) continue;
    const rows = byPerson.get(row.id ?? 0);
    if (rows) rows.push(row);
    else byPerson.set(row.id ?? 0, [row]);
  }
  const valuesByKey = new Map<string, T>();
  const valuesByRange: Map<number, T>[] = [];
  for (const range of ranges) {
    const overlapping = sources.filter((source) => overlap(source.range, range) !== null);
    const people = new Map<number, T>();
    valuesByRange.push(people);
    for (const [id, rows] of byPerson) {
      const holdings = holdingsIn(overlapping, rows, range);
      const key = quotaKeyOf(holdings);
      if (!valuesByKey.has(key)) valuesByKey.set(key, measure(holdings));
      people.set(id, valuesByKey.get(key) as T);
      if (people.size % PEOPLE_PER_YIELD === 0) await setImmediate();
    }
  }
  return valuesByRange;
};

/** Quotas for consecutive ranges, such as months, each as returned by `readQuotasByPerson`. */
export const readQuotasByRange = (store: Stores, ranges: readonly DateRange[]): Promise<readonly ReadonlyMap<number, PersonQuota>[]> =>
  measureEachPerson(store, ranges, (holdings) => ({ quota: quotaTermsOf(holdings).quota, days: quotaDaysOf(holdings) }));

const readQuotas = async (store: Stores, range: DateRange): Promise<ReadonlyMap<number, PersonQuota>> =>
  (await readQuotasByRange(store, [range]))[0] ?? new Map();

/** These people's quotas in cents from a day up to each of these days, all read at once. */
export const readQuotasUpTo = async (
  store: Stores,
  start_date: Day,
  days: readonly Day[],
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<Day, ReadonlyMap<number, Cents>>> => {
  const ranges = days.map((end_date) => ({ start_date, end_date }));
  const quotas = await measureEachPerson(store, ranges, (holdings) => quotaTermsOf(holdings).quota, ids);
  return new Map(days.map((day, index) => [day, quotas[index] ?? new Map()]));
};

/** The quota of a whole quota period in cents, for people whose plan uses such periods. */
export const readQuotasOfPeriod = async (store: Stores, { mode, ...range }: Period): Promise<ReadonlyMap<number, Cents>> => {
  const [quotas = new Map<number, Cents>()] = await measureEachPerson(store, [range], (holdings) =>
    lastQuotaOf(holdings)?.plan.quota.period === mode ? quotaTermsOf(holdings).quota : 0,
  );
  return new Map([...quotas].filter(([, quota]) => quota > 0));
};

const cacheQuotas = createHeadCache<ReadonlyMap<number, PersonQuota>>();

/** Each person's quota in cents on the days of a range, as in `readSummaryTerms` for one person; cached in the same way. */
export const readQuotasByPerson = (store: Stores, range: DateRange, heads?: Heads): Promise<ReadonlyMap<number, PersonQuota>> => {
  const quotas = (): Promise<ReadonlyMap<number, PersonQuota>> => readQuotas(store, range);
  if (!heads) return quotas();
  return cacheQuotas(store.quotaPeople, [heads.config, heads.periods, heads.people, range.start_date, range.end_date].join(' '), quotas);
};
