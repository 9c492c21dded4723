import { type Cents, fractionOf } from '../../money.ts';
import { ratesTierKey, tierKey } from '../clauses/keys.ts';
import type { Plan, Tier } from '../plan.ts';
import type { Booking } from './booking.ts';

/** Tiers in cents of one quota; the first has no lower end, the last no upper end. `key`: the tier's clause key. */
export type Step = Readonly<{ low: number; high: number; rate: number; key: string }>;
export type Steps = readonly Step[];
/** The plan's own tiers, or those of one entry in `rates`. `plan`: the version's id. */
export type ClauseSteps = Readonly<{ plan: string; steps: Steps; retroactive: boolean }>;
/** Every clause that can price a sale of the period, for all plan versions in force. `firstOf`: index of a version's first clause. */
export type Terms = Readonly<{
  plan: Plan;
  quota: Cents;
  clauses: readonly ClauseSteps[];
  firstOf: ReadonlyMap<Plan, number>;
  retroactive: boolean;
}>;

const stepsOf = (tiers: readonly Tier[], quota: Cents, keyOf: (tier: number) => string): Steps => {
  const starts = tiers.map(({ from }) => fractionOf(quota, from));
  return tiers.map(({ rate }, index) => ({
    low: index === 0 ? Number.NEGATIVE_INFINITY : (starts[index] ?? 0),
    high: starts[index + 1] ?? Number.POSITIVE_INFINITY,
    rate,
    key: keyOf(index),
  }));
};

export const termsOf = (plan: Plan, quota: Cents, bookings: readonly Booking[]): Terms => {
  const firstOf = new Map<Plan, number>();
  const clauses: ClauseSteps[] = [];
  const add = (version: Plan): void => {
    if (firstOf.has(version)) return;
    firstOf.set(version, clauses.length);
    const [plan, retroactive] = [version.id, version.tierMode === 'retroactive'];
    clauses.push({ plan, steps: stepsOf(version.tiers, quota, tierKey), retroactive });
    for (const [index, { tiers }] of version.rates.entries())
      clauses.push({ plan, steps: stepsOf(tiers, quota, (tier) => ratesTierKey(index, tier)), retroactive });
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
