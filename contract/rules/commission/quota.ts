import type { QuotaDays } from '../../entities/commission.ts';
import { type Cents, roundRatio } from '../money.ts';
import { addDays, type DateRange, type Day, periodAt } from '../time/period.ts';
import { type CommissionsConfig, planFor } from './config.ts';
import { type Person, type Plan, quotaFor, quotaPeriodsIn, ratesOf } from './plan.ts';

/** `count`: how many are alike, 1 by default. */
export type Holder = Person & Readonly<{ joinedOn: Day; count?: number }>;
/** The days for which this holds, and the configuration that the quota comes from. */
export type Holding = Readonly<{ config: CommissionsConfig; person: Holder; range: DateRange }>;
/** What a summary says of the plans of those it covers; a rate is null where theirs differ, or a plan has several there. */
export type QuotaTerms = Readonly<{ quota: Cents; base: number | null; over: number | null }>;
/** A quota period with its plan and quota. */
export type LastQuota = Readonly<{ plan: Plan; range: DateRange; quota: Cents }>;
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

/** One person's plan on the last day of their holdings, its quota period there, and their quota of it; null without a plan or a quota. */
export const lastQuotaOf = (holdings: readonly Holding[]): LastQuota | null => {
  const last = holdings.reduce<Holding | null>((late, one) => (late && late.range.end_date >= one.range.end_date ? late : one), null);
  if (!last) return null;
  const plan = planFor(last.config, last.person, last.range.end_date);
  if (!plan || !holdsQuota(plan, last.person)) return null;
  const range = periodAt(plan.quota.period, last.range.end_date);
  return { plan, range, quota: quotaFor(plan, last.person, range.start_date) };
};

/** Each quota period of a range, the oldest first, as it was held on the last day that lies in the range. */
export const quotasIn = (holdings: readonly Holding[], { start_date, end_date }: DateRange): readonly LastQuota[] => {
  const found: LastQuota[] = [];
  for (let end = end_date; end >= start_date; ) {
    const held = holdings.filter(({ range }) => range.start_date <= end);
    const last = lastQuotaOf(held.map((one) => (one.range.end_date > end ? { ...one, range: { ...one.range, end_date: end } } : one)));
    if (last) found.unshift(last);
    end = addDays((last?.range ?? periodAt('month', end)).start_date, -1);
  }
  return found;
};

/** Ids of those whom a plan names. */
export const namedIn = ({ plans }: CommissionsConfig): string[] => [
  ...new Set(plans.flatMap(({ appliesTo, quota }) => [...appliesTo.users, ...quota.overrides.map(({ userId }) => userId)])),
];

/** Does any plan ask in which month a person joined? */
export const hasRamps = ({ plans }: CommissionsConfig): boolean => plans.some(({ quota }) => quota.ramp.length > 0);

type Held = Readonly<{ plan: Plan; holding: Holding; range: DateRange }>;
/** The quota of a period of so many days, times the days of it that count: one fraction however many pieces it is made of. */
type Share = { top: bigint; readonly of: number };

/** Quotas of holdings together, each quota period's rounded once: months that were closed one by one add up to their quarter. */
const quotaOf = (held: readonly Held[]): Cents => {
  const shares = new Map<string, Share>();
  for (const { plan, holding, range } of held)
    for (const { start, days, of } of quotaPeriodsIn(plan, range)) {
      const key = `${plan.quota.period} ${start}`;
      const share = shares.get(key) ?? { top: 0n, of };
      share.top += BigInt(quotaFor(plan, holding.person, start)) * BigInt(days * (holding.person.count ?? 1));
      shares.set(key, share);
    }
  return [...shares.values()].reduce((sum, { top, of }) => sum + roundRatio(top, BigInt(of)), 0);
};

/** The stretches of all holdings that a plan covers. */
const planned = (holdings: readonly Holding[]): Held[] =>
  holdings.flatMap((holding) =>
    stretchesOf(holding.config, holding.person, holding.range).flatMap(({ plan, range }) => (plan ? [{ plan, holding, range }] : [])),
  );
/** A person's quota over a range, added up over the plans in force during it: the base of a bonus's attainment (decisions 2.08). */
export const quotaIn = (holding: Holding): Cents => quotaOf(planned([holding]));
const withQuota = (stretches: readonly Held[]): Held[] => stretches.filter(({ plan, holding }) => holdsQuota(plan, holding.person));

/** For how many days of its quota periods one person's quota stands (decisions 2.06); null without a quota. */
export const quotaDaysOf = (holdings: readonly Holding[]): QuotaDays | null => {
  const lengths = new Map<string, number>();
  let days = 0;
  for (const { plan, range } of withQuota(planned(holdings)))
    for (const piece of quotaPeriodsIn(plan, range)) {
      lengths.set(`${plan.quota.period} ${piece.start}`, piece.of);
      days += piece.days;
    }
  return days === 0 ? null : { days, of: [...lengths.values()].reduce((sum, of) => sum + of, 0) };
};

/** The quota of all holdings together, and their rates where all have the same. */
export const termsOf = (holdings: readonly Holding[]): QuotaTerms => {
  const stretches = planned(holdings);
  const held = withQuota(stretches);
  const plans = (held.length > 0 ? held : stretches).map(({ plan }) => plan);
  const same = (rates: readonly number[]): number | null => (new Set(rates).size === 1 ? (rates[0] ?? null) : null);
  const below = plans.flatMap(({ tiers }) => tiers.filter(({ from }) => from < 1).map(({ rate }) => rate));
  const above = plans.flatMap((plan) => [ratesOf(plan).over, ...plan.tiers.filter(({ from }) => from > 1).map(({ rate }) => rate)]);
  return { quota: quotaOf(held), base: same(below), over: same(above) };
};
