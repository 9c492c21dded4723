import type { Cents } from '../money.ts';
import type { QuotaPart } from './conditions.ts';
import { type Match, type MatchField, matchFields, type Plan, type RangeField, rangeFields, type Tier } from './plan.ts';
import { isInRange } from './ranges.ts';

/**
 * The fields of a sale that a clause can match. A sale that pays for several events has several activity types; an unknown figure matches
 * no range.
 */
export type Sale = Readonly<{
  customer_name: string | null;
  customer_type: string | null;
  activity_types: readonly string[];
  territory: string | null;
  sale_kind?: string | null;
}> &
  Readonly<Partial<Record<RangeField, number | null>>>;
/** A sale without any known fields. */
export const plainSale: Sale = { customer_name: null, customer_type: null, activity_types: [], territory: null };

type TieredRates = Readonly<{ tiers: readonly Tier[]; ratesAs: Plan['ratesAs'] }>;

const normalize = (value: string): string => value.trim().toLowerCase();

const valuesOf = (sale: Sale, field: MatchField): readonly string[] => {
  if (field === 'activity_type') return sale.activity_types;
  const { customer_type, territory, customer_name: customer, sale_kind = null } = sale;
  const value = { customer_type, territory, customer, sale_kind }[field];
  return value === null ? [] : [value];
};

export const matches = (match: Match, sale: Sale): boolean =>
  matchFields.every((field) => {
    const allowedValues = match[field];
    if (allowedValues === undefined) return true;
    const values = valuesOf(sale, field).map(normalize);
    return allowedValues.some((candidate) => values.includes(normalize(candidate)));
  }) &&
  rangeFields.every((field) => {
    const range = match[field];
    if (range === undefined) return true;
    const value = sale[field] ?? null;
    return value !== null && isInRange(range, value);
  });

/**
 * Index of the first entry in the plan's `rates` that matches a sale; null if the plan's own tiers apply. Ignores case and outer
 * whitespace.
 */
export const rateClauseOf = ({ rates, quota }: Pick<Plan, 'rates'> & Partial<Pick<Plan, 'quota'>>, sale: Sale): number | null => {
  if (rates.length === 0) return null;
  const part = quota && quotaPartOf({ quota }, sale)?.id;
  const index = rates.findIndex(({ match, quota: id }) => (id === undefined ? matches(match, sale) : id === part));
  return index === -1 ? null : index;
};

/** The part of the plan's quota that a sale belongs to; null if it belongs to none. */
export const quotaPartOf = ({ quota: { parts = [] } }: Readonly<{ quota: Pick<Plan['quota'], 'parts'> }>, sale: Sale): QuotaPart | null =>
  parts.find(({ match }) => match === undefined || matches(match, sale)) ?? null;

/** The factor by which a sale counts toward the plan's quota. */
export const quotaTimesOf = ({ quotaCredits }: Pick<Plan, 'quotaCredits'>, sale: Sale): number =>
  quotaCredits.find(({ match }) => matches(match, sale))?.times ?? 1;

/** The amount that an entry in `rates` pays for a deal instead of a rate; null if it pays a rate. Unknown units pay nothing. */
export const dealAmountOf = ({ rates }: Pick<Plan, 'rates'>, clause: number | null | undefined, units: number | null): Cents | null => {
  const { amount, per } = rates[clause ?? -1] ?? {};
  if (amount === undefined) return null;
  return per === undefined ? amount : amount * (units ?? 0);
};

/** The tiers that price a sale: those of its rate clause, or the plan's own if it has no clause or the clause was removed. */
export const tiersOf = (plan: Pick<Plan, 'rates' | 'tiers' | 'ratesAs'>, clause: number | null | undefined): TieredRates =>
  (clause == null ? undefined : plan.rates[clause]) ?? plan;

type MatchFields = Pick<Plan, 'rates' | 'quotaCredits' | 'gates' | 'kickers' | 'quota'>;
/** True if any clause, gate, kicker or part of the quota matches on this field. */
export const matchesOnField = (
  { rates, quotaCredits, gates = [], kickers = [], quota }: MatchFields,
  field: MatchField | RangeField,
): boolean =>
  [...rates, ...quotaCredits, ...(quota.parts ?? []), ...[...gates, ...kickers].flatMap(({ when }) => when)].some(
    ({ match }) => match?.[field] !== undefined,
  );

type SumFields = Pick<Plan, 'quota' | 'tallies' | 'allParts'>;
/** True if sales also add to sums other than the quota. */
export const tracksSums = ({ quota, tallies, allParts }: SumFields): boolean =>
  quota.parts !== undefined || tallies !== undefined || allParts !== undefined;

/** True if a sale's own facts affect its price or its quota credit. */
export const dependsOnSaleFacts = (plan: SumFields & Pick<Plan, 'rates' | 'quotaCredits'>): boolean =>
  plan.rates.length + plan.quotaCredits.length > 0 || tracksSums(plan);
