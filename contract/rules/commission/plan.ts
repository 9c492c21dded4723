import { type Role, roles } from '../../entities/user.ts';
import { limits } from '../../limits.ts';
import { messages } from '../../messages.ts';
import { type Cents, fractionOf } from '../money.ts';
import { type DateRange, type Day, daysIn, overlap, type PeriodMode, periodAt, periodLabel, shiftPeriod } from '../time/period.ts';
import type { Gate, Kicker, PlanParts, QuotaPart, Tally } from './conditions.ts';
import type { Contest } from './contest.ts';
import type { Objective } from './objective.ts';
import type { Range } from './ranges.ts';
import type { Overlay, TeamOverride } from './team.ts';

/** `year_end`: on the last day of the sale's year, or on payment in full if that is later. */
export const releaseRules = ['invoice_paid_in_full', 'proportional_to_payments', 'on_booking', 'year_end'] as const;
export type ReleaseRule = (typeof releaseRules)[number];
/**
 * When an amount is released. `lapse`: a release on booking ends after this many days unless the customer has paid in full, and returns
 * with a payment in full, at most `returnsWithin` days after booking; null: no limit.
 */
export type ReleaseTerm = Readonly<{
  when: ReleaseRule;
  waitDays: number;
  lapse?: Readonly<{ afterDays: number; returnsWithin: number | null }>;
}>;
/** With `parts`, each share has its own term, and the other fields are those of the last one. The shares add up to 1. */
export type Release = ReleaseTerm & Readonly<{ parts?: readonly (ReleaseTerm & Readonly<{ share: number }>)[] }>;
export type QuotaPeriod = Exclude<PeriodMode, 'custom'>;
export const tierModes = ['marginal', 'retroactive'] as const;
export type TierMode = (typeof tierModes)[number];
/** `from` is an attainment, a fraction of the quota; the first tier starts at 0. `mode`: only if it differs from its clause's. */
export type Tier = Readonly<{ from: number; rate: number; mode?: TierMode }>;
export type EnginePerson = Readonly<{ id: string; role: Role }>;
export type Clawback = Readonly<{ enabled: boolean; windowDays: number; maxShareOfPayout: number }>;
/** `period` has the format of `periodLabel`: 2026-05, 2026-Q2, 2026. */
export type QuotaOverride = Readonly<{ userId: string; period: string; amount: Cents }>;
export type Exclusion = Readonly<{ field: 'customer_type' | 'customer_name'; in: readonly string[] }>;

export const matchFields = ['customer_type', 'activity_type', 'territory', 'customer', 'sale_kind'] as const;
export type MatchField = (typeof matchFields)[number];
/**
 * Figures of a sale that a rule can match. `deal_size`: net revenue of the invoice, cents; `margin`: gross profit as a fraction
 * of it; `term_months`: of the contract; `customer_months`: whole months since the customer's first invoice; `discount`: a
 * fraction of the list price; `units`: sold.
 */
export const rangeFields = ['deal_size', 'margin', 'term_months', 'customer_months', 'discount', 'units'] as const;
export type RangeField = (typeof rangeFields)[number];
/** Each listed field of a sale must have one of its values, and each listed figure must be in its range. */
export type Match = Readonly<Partial<Record<MatchField, readonly string[]> & Record<RangeField, Range>>>;
/**
 * Separate rates for matching sales. `tierMode`: only if it differs from the plan's. `amount`: paid for each deal or unit, instead of a
 * rate or, with `onTop`, in addition to one.
 */
export type RateClause = Readonly<{
  match: Match;
  tiers: readonly Tier[];
  ratesAs: 'rates' | 'tiers';
  tierMode?: TierMode;
  amount?: Cents;
  per?: 'unit';
  onTop?: true;
  /** Id of the part of the quota whose sales it matches; its tiers are fractions of that part. */
  quota?: string;
}>;
/** Matching sales count toward the quota at `times` their amount. */
export type QuotaCredit = Readonly<{ match: Match; times: number }>;

/** The amount that a plan pays on and counts toward its quota. Gross profit is net revenue less the cost of the invoice. */
export const measures = ['net_revenue', 'gross_profit'] as const;
export type Measure = (typeof measures)[number];

/** `prorate`: days of leave reduce the quota and the draw. */
export const leaveRules = ['ignore', 'prorate'] as const;
export type LeaveRule = (typeof leaveRules)[number];

export const counters = ['continue', 'restart'] as const;
export type Counter = (typeof counters)[number];

export const bonusMetrics = ['net_revenue', 'attainment', 'won_deals'] as const;
/** A one-time amount when a person reaches a level within a period. `level`: cents, a fraction of the quota, or deals. */
export type Bonus = Readonly<{
  id: string;
  name: string;
  metric: (typeof bonusMetrics)[number];
  level: number;
  within: QuotaPeriod;
  /** Its own days instead of periods; `within` is then unused. */
  window?: DateRange;
  amount: Cents;
}>;
export const drawEndings = ['recover', 'recover_all', 'forgive'] as const;
/**
 * A person's minimum monthly pay; `recoverable`: amounts paid beyond the due are recovered from later dues. `months`: number of
 * months from the start of employment in which it is paid. `maxShare`: the largest share of a month's due that is recovered.
 * `atLeaving`: how the rest is treated once employment has ended; `recover_all` ignores the share.
 */
export type Draw = Readonly<{
  amount: Cents;
  recoverable: boolean;
  months?: number;
  maxShare?: number;
  atLeaving?: (typeof drawEndings)[number];
}>;

/** A commission plan (decisions 2.07). Money in cents, rates and shares as fractions. */
export type Plan = Readonly<{
  id: string;
  name: string;
  effectiveFrom: Day | null;
  effectiveTo: Day | null;
  appliesTo: Readonly<{ roles: readonly Role[]; users: readonly string[] }>;
  quota: Readonly<{
    period: QuotaPeriod;
    amount: Cents;
    byRole: Readonly<Partial<Record<Role, Cents>>>;
    overrides: readonly QuotaOverride[];
    /** Fractions of the quota in a person's first quota periods. */
    ramp: readonly number[];
    /** Parts of the quota with their own sales; `amount` is their sum. */
    parts?: readonly QuotaPart[];
  }>;
  /**
   * Decides whether sales under an earlier version count toward this version's quota, or the quota starts at zero on its first day
   * (decisions 2.21).
   */
  counter: Counter;
  leave: LeaveRule;
  measure: Measure;
  tiers: readonly Tier[];
  /** The form of the tiers in the configuration: two rates, or a list. */
  ratesAs: 'rates' | 'tiers';
  tierMode: TierMode;
  /** In order of precedence: the first match prices a sale instead of `tiers`. */
  rates: readonly RateClause[];
  /** In order of precedence: the first match decides how much of a sale counts toward the quota; without one, all of it. */
  quotaCredits: readonly QuotaCredit[];
  release: Release;
  splits: Readonly<{ salesPerson: number; salesLead: number }>;
  /** In order of precedence: a person gets one share in a sale. */
  teamOverrides: readonly TeamOverride[];
  /** True if the configuration lists the overrides, so that they reach beyond the direct manager. */
  overrideList: boolean;
  overlays: readonly Overlay[];
  caps: Readonly<{ perRecord: Cents | null; perPeriod: Cents | null }>;
  /** Minimum commission of a record that earns anything. */
  minimumPerRecord: Cents | null;
  exclude: readonly Exclusion[];
  /** Conditions for the higher rates, and whether they open for later sales only or for the whole period. */
  gates?: readonly Gate[];
  gateMode?: TierMode;
  kickers?: readonly Kicker[];
  /** The sums that conditions of any plan in the configuration read. */
  tallies?: readonly Tally[];
  /** The quota parts of every plan in the configuration that has any (`quotaPartsOf`). */
  allParts?: readonly PlanParts[];
  clawback: Clawback;
  bonuses: readonly Bonus[];
  contests: readonly Contest[];
  objectives: readonly Objective[];
  draw: Draw | null;
}>;

/** The plan of an empty configuration, `{}` (decisions 2.07). */
export const defaultPlan: Plan = {
  id: 'default',
  name: messages.plans.default,
  effectiveFrom: null,
  effectiveTo: null,
  appliesTo: { roles, users: [] },
  quota: { period: 'quarter', amount: limits.summaryDefaults.quota * 100, byRole: {}, overrides: [], ramp: [] },
  counter: 'continue',
  leave: 'ignore',
  measure: 'net_revenue',
  tiers: [
    { from: 0, rate: limits.summaryDefaults.baseRate },
    { from: 1, rate: limits.summaryDefaults.overQuotaRate },
  ],
  ratesAs: 'rates',
  tierMode: 'marginal',
  rates: [],
  quotaCredits: [],
  release: { when: 'invoice_paid_in_full', waitDays: 0 },
  splits: { salesPerson: 1, salesLead: 0 },
  teamOverrides: [],
  overrideList: false,
  overlays: [],
  caps: { perRecord: null, perPeriod: null },
  minimumPerRecord: null,
  exclude: [],
  clawback: { enabled: false, windowDays: 180, maxShareOfPayout: 0.5 },
  bonuses: [],
  contests: [],
  objectives: [],
  draw: null,
};

/** The rate of the first cent and of the first cent above quota, which the summary shows whatever the tiers. */
export const ratesOf = ({ tiers }: Pick<Plan, 'tiers'>): Readonly<{ base: number; over: number }> => ({
  base: tiers[0]?.rate ?? 0,
  over: tiers.findLast(({ from }) => from <= 1)?.rate ?? 0,
});

/** The rate reached at a revenue within a quota period; one cent in a tier is enough. */
export const rateReached = ({ tiers }: Pick<Plan, 'tiers'>, quota: Cents, revenue: Cents): number =>
  tiers.findLast(({ from }, index) => index === 0 || revenue >= fractionOf(quota, from))?.rate ?? 0;

/**
 * The next tier above a revenue within a quota period, and the revenue missing to reach it; null on the last tier, and if a gate holds the
 * next one, because revenue alone does not reach it.
 */
export const nextTier = (
  { tiers, gates = [] }: Pick<Plan, 'tiers' | 'gates'>,
  quota: Cents,
  reached: Cents,
): (Readonly<{ missing: Cents; rate: number }> & Pick<Tier, 'mode'>) | null => {
  const laterTiers = tiers.slice(1).map((tier) => ({ ...tier, missing: fractionOf(quota, tier.from) - reached }));
  const next = laterTiers.find(({ missing }) => missing > 0);
  if (next && gates.some((gate) => next.from >= gate.from)) return null;
  if (!next) return null;
  // If several tiers of a small quota begin at the same cent, the last one pays.
  const { from: _from, ...tier } = laterTiers.findLast(({ missing }) => missing === next.missing) ?? next;
  return tier;
};

/** Number of quota periods from that of `from` to that of `day`; negative if earlier. */
export const periodsBetween = (mode: QuotaPeriod, from: Day, day: Day): number => {
  const months = { month: 1, quarter: limits.quarterMonths, year: 12 }[mode];
  const index = (day: Day): number => Math.floor((Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) / months);
  return index(day) - index(from);
};

const overrideOf = ({ quota }: Plan, { id }: Pick<EnginePerson, 'id'>, periodStart: Day): QuotaOverride | undefined => {
  const label = periodLabel(periodAt(quota.period, periodStart));
  return quota.overrides.find(({ userId, period }) => userId === id && period === label);
};

/** Days of leave, including the last one. */
export type LeaveRange = Readonly<{ from: Day; to: Day }>;

/** The days of a range without leave, if the plan prorates; otherwise all its days. */
export const daysPresent = ({ leave }: Pick<Plan, 'leave'>, leaves: readonly LeaveRange[], range: DateRange): number => {
  if (leave === 'ignore') return daysIn(range);
  return leaves.reduce((days, { from, to }) => {
    const absence = overlap(range, { start_date: from, end_date: to });
    return absence ? days - daysIn(absence) : days;
  }, daysIn(range));
};

/** The days of a range that count toward the quota of the period that contains `periodStart`; leave doesn't reduce a personal amount. */
export const quotaDays = (
  plan: Plan,
  person: Pick<EnginePerson, 'id'> & Readonly<{ leaves?: readonly LeaveRange[] }>,
  periodStart: Day,
  range: DateRange,
): number => (overrideOf(plan, person, periodStart) ? daysIn(range) : daysPresent(plan, person.leaves ?? [], range));

/**
 * One person's quota in the quota period that contains `periodStart`, cents. An override is final; otherwise the role's amount or the
 * plan's, times the ramp while the person is new.
 */
export const quotaFor = (plan: Plan, person: EnginePerson & Readonly<{ joinedOn: Day }>, periodStart: Day): Cents => {
  const { quota } = plan;
  const override = overrideOf(plan, person, periodStart);
  if (override) return override.amount;
  const amount = quota.byRole[person.role] ?? quota.amount;
  const fraction = quota.ramp[periodsBetween(quota.period, person.joinedOn, periodStart)];
  return fraction === undefined ? amount : fractionOf(amount, fraction);
};

/** The quota periods that overlap a range, by their first day, with the number of their days in it. */
export const quotaPeriodsIn = ({ quota }: Plan, range: DateRange): Readonly<{ start: Day; days: number; of: number }>[] => {
  const periods = [];
  for (let period = periodAt(quota.period, range.start_date); period.start_date <= range.end_date; period = shiftPeriod(period, 1)) {
    const start_date: Day = period.start_date > range.start_date ? period.start_date : range.start_date;
    const end_date: Day = period.end_date < range.end_date ? period.end_date : range.end_date;
    periods.push({ start: period.start_date, days: daysIn({ start_date, end_date }), of: daysIn(period) });
    // Ends the loop before the next period is computed, which could be in the year 10000.
    if (period.end_date >= range.end_date) break;
  }
  return periods;
};

type Customer = Readonly<Record<Exclusion['field'], string | null>>;

/** Index of the plan's first exclusion that applies to a customer, -1 if none does. Ignores case and outer whitespace. */
export const exclusionOf = ({ exclude }: Plan, customer: Customer): number =>
  exclude.findIndex(({ field, in: values }) => {
    const value = customer[field]?.trim().toLowerCase();
    return value !== undefined && values.some((candidate) => candidate.trim().toLowerCase() === value);
  });

/** True for invoices that earn nothing and count toward no quota. */
export const isExcluded = (plan: Plan, customer: Customer): boolean => exclusionOf(plan, customer) >= 0;
