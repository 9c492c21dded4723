import { type Cents, fractionOf } from '../../money.ts';
import type { Plan, Tier } from '../plan.ts';
import type { Booking } from './booking.ts';

/** Tiers in cents of one quota; the first has no lower end, the last no upper end. */
export type Steps = readonly Readonly<{ low: number; high: number; rate: number }>[];
/** The plan's own tiers, or those of one entry in `rates`. */
export type ClauseSteps = Readonly<{ steps: Steps; retroactive: boolean }>;
/** Every clause that can price a sale of the period, for all plan versions in force. `firstOf`: index of a version's first clause. */
export type Terms = Readonly<{
  plan: Plan;
  quota: Cents;
  clauses: readonly ClauseSteps[];
  firstOf: ReadonlyMap<Plan, number>;
  retroactive: boolean;
  /** Rates shared by several tiers of one clause: such a rate alone doesn't identify a tier. */
  repeated: ReadonlySet<number>;
}>;

const stepsOf = (tiers: readonly Tier[], quota: Cents): Steps => {
  const starts = tiers.map(({ from }) => fractionOf(quota, from));
  return tiers.map(({ rate }, index) => ({
    low: index === 0 ? Number.NEGATIVE_INFINITY : (starts[index] ?? 0),
    high: starts[index + 1] ?? Number.POSITIVE_INFINITY,
    rate,
  }));
};

const repeatedIn = (clauses: readonly ClauseSteps[]): ReadonlySet<number> =>
  new Set(
    clauses.flatMap(({ steps }) => steps.flatMap(({ rate }, tier) => (steps.findIndex((step) => step.rate === rate) < tier ? [rate] : []))),
  );

export const termsOf = (plan: Plan, quota: Cents, bookings: readonly Booking[]): Terms => {
  const firstOf = new Map<Plan, number>();
  const clauses: ClauseSteps[] = [];
  const add = (version: Plan): void => {
    if (firstOf.has(version)) return;
    firstOf.set(version, clauses.length);
    const retroactive = version.tierMode === 'retroactive';
    for (const { tiers } of [version, ...version.rates]) clauses.push({ steps: stepsOf(tiers, quota), retroactive });
  };
  add(plan);
  for (const booking of bookings) if (booking.plan) add(booking.plan);
  const retroactive = clauses.some((clause) => clause.retroactive);
  return { plan, quota, clauses, firstOf, retroactive, repeated: repeatedIn(clauses) };
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
