import { type CommissionsConfig, planFor } from './config.ts';
import type { Cents } from './money.ts';
import { addDays, type DateRange, type Day } from './period.ts';
import { type Person, type Plan, quotaFor, quotaInRange, ratesOf } from './plan.ts';

/** `count`: so many who are alike, one unless told. */
export type Holder = Person & Readonly<{ createdAt: Day; count?: number }>;
/** What a summary says of the plans of those it covers; a rate is null where theirs differ, or a plan has several there. */
export type QuotaTerms = Readonly<{ quota: Cents; base: number | null; over: number | null }>;
type Stretch = Readonly<{ plan: Plan | null; range: DateRange }>;

/** A quota is for those who sell, and for whom a plan names by person or gives their role an amount. */
const holdsQuota = ({ appliesTo, quota }: Plan, { id, role }: Person): boolean =>
  role === 'salesperson' || appliesTo.users.includes(id) || quota.byRole[role] !== undefined;

/** The range cut where a plan begins or ends, with the person's plan of each stretch. */
const stretchesOf = (config: CommissionsConfig, person: Person, { start_date, end_date }: DateRange): Stretch[] => {
  const borders = config.plans.flatMap(({ effectiveFrom, effectiveTo }) => [
    ...(effectiveFrom === null ? [] : [effectiveFrom]),
    ...(effectiveTo === null ? [] : [addDays(effectiveTo, 1)]),
  ]);
  const starts = [...new Set([start_date, ...borders.filter((day) => day > start_date && day <= end_date)])].sort();
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return {
      plan: planFor(config, person, start),
      range: { start_date: start, end_date: next === undefined ? end_date : addDays(next, -1) },
    };
  });
};

/** Quota of one person in a range under every plan in force, prorated by day where range or plan cuts a period. */
const quotaOver = (config: CommissionsConfig, person: Holder, range: DateRange): Cents =>
  stretchesOf(config, person, range).reduce(
    (sum, { plan, range: stretch }) =>
      plan && holdsQuota(plan, person) ? sum + quotaInRange(plan, stretch, (start) => quotaFor(plan, person, start)) : sum,
    0,
  );

/** Ids of those whom a plan names. */
export const namedIn = ({ plans }: CommissionsConfig): string[] => [
  ...new Set(plans.flatMap(({ appliesTo, quota }) => [...appliesTo.users, ...quota.overrides.map(({ userId }) => userId)])),
];

/** Does any plan ask in which month somebody joined? */
export const hasRamps = ({ plans }: CommissionsConfig): boolean => plans.some(({ quota }) => quota.ramp.length > 0);

/** Does the configuration treat this person as it treats everybody of the role? */
const alike = (named: ReadonlySet<string>, byMonth: boolean, { id, role, createdAt }: Holder): string =>
  named.has(id) ? `person ${id}` : `${role}${byMonth ? ` ${createdAt.slice(0, 7)}` : ''}`;

/** The quota of people in a range together, and their rates where all have the same. Thousands who are treated alike cost as one. */
export const termsOver = (config: CommissionsConfig, people: readonly Holder[], range: DateRange): QuotaTerms => {
  const groups = new Map<string, { person: Holder; count: number }>();
  const named = new Set(namedIn(config));
  const byMonth = hasRamps(config);
  for (const person of people) {
    const key = alike(named, byMonth, person);
    groups.set(key, { person, count: (groups.get(key)?.count ?? 0) + (person.count ?? 1) });
  }
  let quota = 0;
  const holding: Plan[] = [];
  const any: Plan[] = [];
  for (const { person, count } of groups.values()) {
    quota += quotaOver(config, person, range) * count;
    for (const { plan } of stretchesOf(config, person, range)) {
      if (plan) (holdsQuota(plan, person) ? holding : any).push(plan);
    }
  }
  const plans = holding.length > 0 ? holding : any;
  const same = (rates: readonly number[]): number | null => (new Set(rates).size === 1 ? (rates[0] ?? null) : null);
  const below = plans.flatMap(({ tiers }) => tiers.filter(({ from }) => from < 1).map(({ rate }) => rate));
  const above = plans.flatMap((plan) => [ratesOf(plan).over, ...plan.tiers.filter(({ from }) => from > 1).map(({ rate }) => rate)]);
  return { quota, base: same(below), over: same(above) };
};
