import type { QuotaDays } from '../../entities/commission.ts';
import { type Cents, roundRatio } from '../money.ts';
import { addDays, type DateRange, type Day, daysIn, monthsIn, overlap, periodAt } from '../time/period.ts';
import { undatedId } from './config/dated.ts';
import { type CommissionsConfig, planFor } from './config.ts';
import { type Holder, type Holding, holderOn, holdsQuota, quotaOn, stretchesOf } from './holder.ts';
import {
  daysOf,
  isMinimumQuota,
  type LeaveEffect,
  type PlanStretch,
  type QuotaStretch,
  UNITS_PER_DAY,
  unitsOf,
  weightOf,
  workDaysOf,
} from './leave.ts';
import { type Plan, type QuotaPeriod, quotaFor, quotaPeriodsIn, ratesOf } from './plan.ts';

/** Plan terms of the people in a summary; a rate is null if theirs differ, or if a plan has several rates. */
export type QuotaTerms = Readonly<{ quota: Cents; base: number | null; over: number | null }>;
/** A quota period with its plan and quota. */
export type LastQuota = Readonly<{ plan: Plan; range: DateRange; quota: Cents }>;
/** `leave`: the effect of days of leave on the quota. */
export type QuotaOnLeave = LastQuota & Readonly<{ leave: LeaveEffect | null }>;

/** The days that count toward one quota, and the quota (decisions 2.21). */
export type QuotaCounter = Readonly<{ range: DateRange; quota: Cents }>;
/** Finds the counter of a plan version on a day. */
export type CounterOf = (plan: Plan, day: Day) => QuotaCounter;
/** A counter with the plan versions that count toward it, each with its days. */
type CounterStretches = Readonly<{ counter: QuotaCounter; stretches: readonly PlanStretch[] }>;

const holdsDay = (stretches: readonly PlanStretch[], day: Day): boolean =>
  stretches.some(({ range }) => range.start_date <= day && day <= range.end_date);

/** Each version's days, with the quota of the period under its terms, for the role and employment on its first day. */
const quotaStretchesOf = (stretches: readonly PlanStretch[], person: Holder, start: Day): QuotaStretch[] =>
  stretches.map((stretch) => ({ ...stretch, quota: quotaOn(stretch.plan, person, stretch.range.start_date, start) }));

/** True if leave reduces the shared quota of these versions to its minimum. */
const isAtMinimum = (stretches: readonly PlanStretch[], person: Holder, start: Day): boolean =>
  isMinimumQuota(quotaStretchesOf(stretches, person, start), person, start);

/**
 * The mean of the versions' quotas weighted by their days, rounded once. Days of leave have a quota of zero (`quotaDays`), but the
 * minimum quota always remains. `isMinimum`: only the minimum remains.
 */
const meanQuota = (stretches: readonly PlanStretch[], person: Holder, start: Day): Readonly<{ quota: Cents; isMinimum: boolean }> => {
  const quotaStretches = quotaStretchesOf(stretches, person, start);
  const isMinimum = isMinimumQuota(quotaStretches, person, start);
  const numerator = weightOf(quotaStretches, person, start, isMinimum);
  return { quota: roundRatio(numerator, BigInt(daysOf(stretches) * UNITS_PER_DAY)), isMinimum: isMinimum };
};

/** The person's counters in one quota period, with a new one for each version that restarts the counter. */
const counterStretchesIn = (
  config: CommissionsConfig,
  person: Holder,
  kind: QuotaPeriod,
  period: DateRange,
): readonly CounterStretches[] => {
  const planStretches = stretchesOf(config, person, period).flatMap(({ plan, range }): PlanStretch[] => (plan ? [{ plan, range }] : []));
  const groups: PlanStretch[][] = [];
  let previous: Plan | null = null;
  for (const stretch of planStretches.filter(({ plan }) => plan.quota.period === kind)) {
    const group = groups.at(-1);
    if (group && (stretch.plan.counter === 'continue' || stretch.plan === previous)) group.push(stretch);
    else groups.push([stretch]);
    previous = stretch.plan;
  }
  return groups.map((stretches) => {
    const [first, last] = [stretches[0]?.range ?? period, stretches.at(-1)?.range ?? period];
    const startDate = planStretches.some(({ range }) => range.end_date < first.start_date) ? first.start_date : period.start_date;
    const endDate = planStretches.some(({ range }) => range.start_date > last.end_date) ? last.end_date : period.end_date;
    return {
      counter: { range: { start_date: startDate, end_date: endDate }, quota: meanQuota(stretches, person, period.start_date).quota },
      stretches,
    };
  });
};

/** The versions of a plan that pays people who have no plan themselves. */
const versionsOf = ({ plans }: CommissionsConfig, plan: Plan, period: DateRange): PlanStretch[] =>
  plans
    .filter(({ id, quota }) => undatedId(id) === undatedId(plan.id) && quota.period === plan.quota.period)
    .flatMap((version): PlanStretch[] => {
      const { effectiveFrom, effectiveTo } = version;
      const range = overlap(period, { start_date: effectiveFrom ?? period.start_date, end_date: effectiveTo ?? period.end_date });
      return range ? [{ plan: version, range }] : [];
    });

/**
 * The counters of one person's quota: sales under any plan version count toward one quota while its periods are of the same kind. The same
 * counter is always the same object. For somebody else's plan, that plan's versions count if the person has no plan with periods of the
 * same kind.
 */
export const createCounters = (config: CommissionsConfig, person: Holder): CounterOf => {
  const periods = new Map<string, readonly CounterStretches[]>();
  const countersOfOtherPlans = new Map<string, QuotaCounter>();
  const counterByPlanDay = new Map<string, QuotaCounter>();
  const find = (plan: Plan, day: Day): QuotaCounter => {
    const kind = plan.quota.period;
    const period = periodAt(kind, day);
    const key = `${kind} ${period.start_date}`;
    const candidates = periods.get(key) ?? counterStretchesIn(config, person, kind, period);
    periods.set(key, candidates);
    const current = candidates.find(({ stretches }) => holdsDay(stretches, day));
    const nearest = current ?? candidates.findLast(({ counter }) => counter.range.start_date <= day) ?? candidates[0];
    if (nearest) return nearest.counter;
    const otherKey = `${key} ${undatedId(plan.id)}`;
    const { start_date, end_date } = period;
    const range = { start_date, end_date };
    const versions = versionsOf(config, plan, range);
    const quota = versions.length === 0 ? quotaFor(plan, person, start_date) : meanQuota(versions, person, start_date).quota;
    const counter = countersOfOtherPlans.get(otherKey) ?? { range, quota };
    countersOfOtherPlans.set(otherKey, counter);
    return counter;
  };
  return (plan, day) => {
    const key = `${plan.id} ${day}`;
    const counter = counterByPlanDay.get(key) ?? find(plan, day);
    counterByPlanDay.set(key, counter);
    return counter;
  };
};

/** The counters that overlap a range, earliest first, each with the last version in force in it; days without a plan have none. */
export const countersIn = (
  config: CommissionsConfig,
  person: Holder,
  range: DateRange,
  counterOf: CounterOf,
): ReadonlyMap<QuotaCounter, Plan> => {
  const counters = new Set<QuotaCounter>();
  const last = new Map<QuotaCounter, Plan>();
  const visit = (days: DateRange, add: (counter: QuotaCounter, plan: Plan) => void): void => {
    for (const month of monthsIn(days))
      for (const { plan, range: stretchRange } of stretchesOf(config, person, overlap(month, days) ?? days))
        if (plan) add(counterOf(plan, stretchRange.start_date), plan);
  };
  visit(range, (counter) => counters.add(counter));
  for (const counter of counters) visit(counter.range, (visited, plan) => visited === counter && last.set(counter, plan));
  return last;
};

/** How leave changes the quota that prices a sale on a day; null if it changes nothing. */
const leaveOn = (config: CommissionsConfig, person: Holder, plan: Plan, day: Day): LeaveEffect | null => {
  if (!person.leaves?.length || !prorates(config)) return null;
  const period = periodAt(plan.quota.period, day);
  const start = period.start_date;
  const counter = counterStretchesIn(config, person, plan.quota.period, period).find(({ stretches }) => holdsDay(stretches, day));
  const stretches = counter?.stretches ?? versionsOf(config, plan, period);
  const { quota: before } = meanQuota(stretches, { ...person, leaves: [] }, start);
  const { quota: after, isMinimum } = meanQuota(stretches, person, start);
  if (before === after) return null;
  const [totalDays, workDays] = [daysOf(stretches), workDaysOf(stretches, person, start)];
  return { period, days: totalDays - workDays, of: totalDays, before, after, isMinimum };
};

/** The holding that ends last, and the person's plan on its last day. */
const lastPlanned = (holdings: readonly Holding[]): (Holding & Readonly<{ plan: Plan | null }>) | null => {
  const last = holdings.reduce<Holding | null>(
    (latest, holding) => (latest && latest.range.end_date >= holding.range.end_date ? latest : holding),
    null,
  );
  return last && { ...last, plan: planFor(last.config, holderOn(last.person, last.range.end_date), last.range.end_date) };
};

/** How leave changes the quota for one person's sales on the last day of their holdings. */
export const lastLeaveOf = (holdings: readonly Holding[]): LeaveEffect | null => {
  const last = lastPlanned(holdings);
  return last?.plan ? leaveOn(last.config, last.person, last.plan, last.range.end_date) : null;
};

/** A person's plan on the last day of their holdings, with its quota period and quota; null without a plan or a quota. */
export const lastQuotaOf = (holdings: readonly Holding[]): LastQuota | null => {
  const last = lastPlanned(holdings);
  if (!last?.plan || !holdsQuota(last.plan, holderOn(last.person, last.range.end_date))) return null;
  const { plan, config, person, range } = last;
  return { plan, ...createCounters(config, person)(plan, range.end_date) };
};

/** The quota periods of a range, oldest first, each with the plan, quota and effect of leave of its last day in the range. */
export const quotasIn = (holdings: readonly Holding[], { start_date, end_date }: DateRange): readonly QuotaOnLeave[] => {
  const quotas: QuotaOnLeave[] = [];
  for (let end = end_date; end >= start_date; ) {
    const held = holdings
      .filter(({ range }) => range.start_date <= end)
      .map((holding) => (holding.range.end_date > end ? { ...holding, range: { ...holding.range, end_date: end } } : holding));
    const last = lastQuotaOf(held);
    if (last) quotas.unshift({ ...last, leave: lastLeaveOf(held) });
    end = addDays((last?.range ?? periodAt('month', end)).start_date, -1);
  }
  return quotas;
};

/** True if any plan depends on the month in which a person joined. */
export const hasRamps = ({ plans }: CommissionsConfig): boolean => plans.some(({ quota }) => quota.ramp.length > 0);

/** True if leave reduces the quota of any plan. */
export const prorates = ({ plans }: CommissionsConfig): boolean => plans.some(({ leave }) => leave === 'prorate');

type PlannedHolding = Readonly<{ plan: Plan; holding: Holding; range: DateRange }>;
/** `days` of a range count toward one quota that covers `of` days. `key` identifies the person's counter. */
type QuotaPiece = Readonly<{ key: string; start: Day; days: number; of: number }>;

/** True if a version with the same kind of period directly precedes or follows the counter; only a restart ends one there. */
const isRestarted = ({ config, person }: Holding, plan: Plan, counter: DateRange, period: DateRange): boolean => {
  const hasSameQuotaPeriod = (day: Day): boolean => planFor(config, holderOn(person, day), day)?.quota.period === plan.quota.period;
  return (
    (counter.start_date > period.start_date && hasSameQuotaPeriod(addDays(counter.start_date, -1))) ||
    (counter.end_date < period.end_date && hasSameQuotaPeriod(addDays(counter.end_date, 1)))
  );
};

/** The quota periods that a stretch overlaps; a version that restarts the counter within one has a separate quota for its days. */
const piecesOf = ({ plan, holding, range }: PlannedHolding): QuotaPiece[] => {
  const { config, person } = holding;
  const counterOf = config.plans.some(({ counter }) => counter === 'restart') ? createCounters(config, person) : null;
  return quotaPeriodsIn(plan, range).map(({ start, days, of: periodDays }) => {
    const key = `${plan.quota.period} ${start}`;
    const counter = counterOf?.(plan, start > range.start_date ? start : range.start_date).range;
    return counter && isRestarted(holding, plan, counter, periodAt(plan.quota.period, start))
      ? { key: `${key} ${counter.start_date}`, start, days, of: daysIn(counter) }
      : { key, start, days, of: periodDays };
  });
};

/** Quota times counted days in `UNITS_PER_DAY`, over the days of the period: one exact fraction, however many pieces there are. */
type Share = { numerator: bigint; readonly of: number };

/** The counted days of a quota period within a range, in `UNITS_PER_DAY`. */
const unitsIn = ({ plan, holding: { config, person }, range }: PlannedHolding, start: Day): number => {
  const period = periodAt(plan.quota.period, start);
  const days = overlap(period, range);
  if (!days) return 0;
  const isPresent = !person.leaves?.length || !prorates(config);
  if (isPresent) return daysIn(days) * UNITS_PER_DAY;
  const counter = counterStretchesIn(config, person, plan.quota.period, period).find(({ stretches }) =>
    holdsDay(stretches, days.start_date),
  );
  return unitsOf({ plan, range: days }, person, start, counter !== undefined && isAtMinimum(counter.stretches, person, start));
};

type CountUnits = (held: PlannedHolding, start: Day) => number;
/** Counts every day of the range as if the quota were at its minimum. */
const minimumUnitsIn: CountUnits = ({ plan, range }, start) => {
  const days = overlap(periodAt(plan.quota.period, start), range);
  return days ? daysIn(days) : 0;
};

/** The quotas of all holdings, rounded once per quota period, so that months closed one by one add up to their quarter. */
const quotaOf = (held: readonly PlannedHolding[], countUnits: CountUnits = unitsIn): Cents => {
  const shares = new Map<string, Share>();
  for (const planned of held)
    for (const { key, start, of: periodDays } of piecesOf(planned)) {
      const { plan, holding, range } = planned;
      const share = shares.get(key) ?? { numerator: 0n, of: periodDays };
      const { person } = holding;
      share.numerator += BigInt(quotaOn(plan, person, range.start_date, start)) * BigInt(countUnits(planned, start) * (person.count ?? 1));
      shares.set(key, share);
    }
  return [...shares.values()].reduce(
    (sum, { numerator, of: periodDays }) => sum + roundRatio(numerator, BigInt(periodDays * UNITS_PER_DAY)),
    0,
  );
};

/** The stretches of all holdings that have a plan. */
const plannedHoldings = (holdings: readonly Holding[]): PlannedHolding[] =>
  holdings.flatMap((holding) =>
    stretchesOf(holding.config, holding.person, holding.range).flatMap(({ plan, range }) => (plan ? [{ plan, holding, range }] : [])),
  );
/**
 * A person's quota over a range, summed over the plans in force: the base of a bonus's attainment (decisions 2.08). The minimum quota
 * during leave is that of the range itself, which may be shorter than the quota period.
 */
export const quotaIn = (holding: Holding): Cents => {
  const held = plannedHoldings([holding]);
  return Math.max(quotaOf(held), quotaOf(held, minimumUnitsIn));
};
const withQuota = (stretches: readonly PlannedHolding[]): PlannedHolding[] =>
  stretches.filter(({ plan, holding, range }) => holdsQuota(plan, holderOn(holding.person, range.start_date)));

/** Days covered by one person's quota, out of all days of its quota periods (decisions 2.06); null without a quota. */
export const quotaDaysOf = (holdings: readonly Holding[]): QuotaDays | null => {
  const lengths = new Map<string, number>();
  let days = 0;
  for (const one of withQuota(plannedHoldings(holdings)))
    for (const piece of piecesOf(one)) {
      lengths.set(piece.key, piece.of);
      days += piece.days;
    }
  return days === 0 ? null : { days, of: [...lengths.values()].reduce((sum, periodDays) => sum + periodDays, 0) };
};

/** The total quota of all holdings, and their rates if everyone has the same ones. */
export const quotaTermsOf = (holdings: readonly Holding[]): QuotaTerms => {
  const stretches = plannedHoldings(holdings);
  const held = withQuota(stretches);
  const plans = (held.length > 0 ? held : stretches).map(({ plan }) => plan);
  const commonRate = (rates: readonly number[]): number | null => (new Set(rates).size === 1 ? (rates[0] ?? null) : null);
  const below = plans.flatMap(({ tiers }) => tiers.filter(({ from }) => from < 1).map(({ rate }) => rate));
  const above = plans.flatMap((plan) => [ratesOf(plan).over, ...plan.tiers.filter(({ from }) => from > 1).map(({ rate }) => rate)]);
  return { quota: quotaOf(held), base: commonRate(below), over: commonRate(above) };
};
