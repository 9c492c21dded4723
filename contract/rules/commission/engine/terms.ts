import { type Cents, fractionOf } from '../../money.ts';
import { ratesAmountKey, ratesTierKey, tierKey } from '../clauses/keys.ts';
import type { Plan, RateClause, Tier, TierMode } from '../plan.ts';
import type { Booking } from './booking.ts';

/**
 * Tiers in cents of one quota; the first has no lower end, the last no upper end. `key`: the tier's clause key. `zone`: index of the last
 * retroactive tier up to this one, or 0; once reached, its rate also pays all revenue below it.
 */
export type Step = Readonly<{ low: number; high: number; rate: number; key: string; zone: number }>;
export type Steps = readonly Step[];
/**
 * The plan's own tiers, or those of one entry in `rates`. `plan`: the version's id. `first`: index of its first tier in `Sofar.rated`, if any
 * of them is retroactive. `dealAmount`: paid for each deal instead.
 */
export type ClauseSteps = Readonly<{ plan: string; steps: Steps; retroactive: boolean; first: number; dealAmount: DealAmount | null }>;
/** `perUnit`: in proportion to the revenue left, because a memo returns units. */
type DealAmount = Readonly<{ amount: Cents; key: string; perUnit: boolean }>;
/** Every clause that can price a sale of the period, for all plan versions in force. `firstOf`: index of a version's first clause. */
export type Terms = Readonly<{
  plan: Plan;
  quota: Cents;
  clauses: readonly ClauseSteps[];
  firstOf: ReadonlyMap<Plan, number>;
  retroactive: boolean;
}>;

export const stepsOf = (tiers: readonly Tier[], usual: TierMode, quota: Cents, keyOf: (tier: number) => string): Steps => {
  const starts = tiers.map(({ from }) => fractionOf(quota, from));
  let zone = 0;
  return tiers.map(({ rate, mode = usual }, index) => {
    if (mode === 'retroactive') zone = index;
    return {
      low: index === 0 ? Number.NEGATIVE_INFINITY : (starts[index] ?? 0),
      high: starts[index + 1] ?? Number.POSITIVE_INFINITY,
      rate,
      key: keyOf(index),
      zone,
    };
  });
};

const isRetroactive = (tiers: readonly Tier[], usual: TierMode): boolean =>
  usual === 'retroactive' || tiers.some(({ mode }) => mode === 'retroactive');

export const termsOf = (plan: Plan, quota: Cents, bookings: readonly Booking[]): Terms => {
  const firstOf = new Map<Plan, number>();
  const clauses: ClauseSteps[] = [];
  let rated = 0;
  const addClause = ({ id, tierMode }: Plan, clause: Plan | RateClause, keyOf: (tier: number) => string, dealAmount: DealAmount | null) => {
    const usual = clause.tierMode ?? tierMode;
    const retroactive = isRetroactive(clause.tiers, usual);
    clauses.push({ plan: id, steps: stepsOf(clause.tiers, usual, quota, keyOf), retroactive, first: rated, dealAmount });
    if (retroactive) rated += clause.tiers.length;
  };
  const add = (version: Plan): void => {
    if (firstOf.has(version)) return;
    firstOf.set(version, clauses.length);
    addClause(version, version, tierKey, null);
    for (const [index, clause] of version.rates.entries()) {
      const { amount, per } = clause;
      const dealAmount = amount === undefined ? null : { amount, key: ratesAmountKey(index), perUnit: per === 'unit' };
      addClause(version, clause, (tier) => ratesTierKey(index, tier), dealAmount);
    }
  };
  add(plan);
  for (const booking of bookings) if (booking.plan) add(booking.plan);
  const retroactive = clauses.some((clause) => clause.retroactive);
  return { plan, quota, clauses, firstOf, retroactive };
};

/** The plan version that prices a booking. */
export const planOfBooking = ({ plan }: Terms, booking: Booking): Plan => booking.plan ?? plan;

/** The index of the clause that prices a booking. */
export const clauseOf = (terms: Terms, booking: Booking): number => {
  const plan = planOfBooking(terms, booking);
  const first = terms.firstOf.get(plan) ?? 0;
  const { rateClause } = booking;
  return rateClause == null || rateClause >= plan.rates.length ? first : first + 1 + rateClause;
};

/** The tier that `cum` has reached; reaching its threshold exactly is enough. */
export const tierAt = (steps: Steps, cum: Cents): number =>
  Math.max(
    0,
    steps.findLastIndex(({ low }) => cum >= low),
  );
