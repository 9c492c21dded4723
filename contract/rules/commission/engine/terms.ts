import { type Cents, fractionOf } from '../../money.ts';
import { gateKey, ratesAmountKey, ratesTierKey, tierKey } from '../clauses/keys.ts';
import { areAllMet, countedToward, type PeriodStanding, quotaOfPart } from '../conditions.ts';
import type { Plan, RateClause, Tier, TierMode } from '../plan.ts';
import type { Booking } from './booking.ts';

/**
 * Tiers in cents of one quota; the first has no lower end, the last no upper end. `key`: the tier's clause key. `zone`: index of the last
 * retroactive tier up to this one, or 0; once reached, its rate also pays all revenue below it.
 */
export type RateStep = Readonly<{ low: number; high: number; rate: number; key: string; zone: number }>;
export type Steps = readonly RateStep[];
/** Tiers from index `tier` on that the plan's gate `gate` holds. `slot`: the step for their revenue while it does, after all tiers. */
export type GateHold = Readonly<{ gate: number; tier: number; slot: number }>;
/**
 * The plan's own tiers, or those of one entry in `rates`. `plan`: the version's id. `slots`: the steps, then one for each of `holds`.
 * `first`: index of its first slot in `RunningTotals.rated`, if any of them is retroactive. `counter`: id of the quota part that the tiers
 * divide; null: the whole quota. `dealAmount`: paid for each deal.
 */
export type ClauseSteps = Readonly<{
  plan: string;
  version: Plan;
  steps: Steps;
  slots: Steps;
  holds: readonly GateHold[];
  retroactive: boolean;
  first: number;
  counter: string | null;
  dealAmount: DealAmount | null;
}>;
/** `perUnit`: in proportion to the remaining revenue, because a memo returns units. `onTop`: in addition to the rates of its clause. */
type DealAmount = Readonly<{ amount: Cents; key: string; perUnit: boolean; onTop: boolean }>;
/**
 * Every clause that can price a sale of the period, for all plan versions in force. `firstIndexByPlan`: index of a version's first clause.
 * `hasConditions`: a price depends on more than a line's position under one quota. `memosCarrySteps`: separate memos include the changes
 * they cause on other lines.
 */
export type Terms = Readonly<{
  plan: Plan;
  quota: Cents;
  clauses: readonly ClauseSteps[];
  firstIndexByPlan: ReadonlyMap<Plan, number>;
  retroactive: boolean;
  hasConditions: boolean;
  memosCarrySteps: boolean;
}>;

export const stepsOf = (tiers: readonly Tier[], defaultMode: TierMode, quota: Cents, keyOf: (tier: number) => string): Steps => {
  const starts = tiers.map(({ from }) => fractionOf(quota, from));
  let zone = 0;
  return tiers.map(({ rate, mode = defaultMode }, index) => {
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

const isRetroactive = (tiers: readonly Tier[], defaultMode: TierMode): boolean =>
  defaultMode === 'retroactive' || tiers.some(({ mode }) => mode === 'retroactive');

/** The gates that hold some of these tiers. */
const holdsOf = ({ gates = [] }: Plan, tiers: readonly Tier[]): GateHold[] =>
  gates
    .map(({ from }, gate) => ({ gate, tier: tiers.findIndex((tier) => tier.from >= from) }))
    .filter(({ tier }) => tier >= 0)
    .map((hold, index) => ({ ...hold, slot: tiers.length + index }));

const createClause = (
  version: Plan,
  clause: Plan | RateClause,
  keyOf: (tier: number) => string,
  quota: Cents,
): Omit<ClauseSteps, 'first' | 'dealAmount'> => {
  const { tiers, tierMode: clauseMode = version.tierMode } = clause;
  const part = 'match' in clause ? clause.quota : undefined;
  const steps = stepsOf(tiers, clauseMode, part === undefined ? quota : quotaOfPart(version, quota, part), keyOf);
  const paysAmountOnly = 'match' in clause && clause.amount !== undefined && !clause.onTop;
  const holds = paysAmountOnly ? [] : holdsOf(version, tiers);
  const heldSlots = holds.map(
    ({ gate, tier }): RateStep => ({ low: 0, high: 0, rate: steps[tier - 1]?.rate ?? 0, key: gateKey(gate), zone: 0 }),
  );
  return {
    plan: version.id,
    version,
    steps,
    slots: [...steps, ...heldSlots],
    holds,
    retroactive: isRetroactive(tiers, clauseMode) || (version.gateMode === 'retroactive' && holds.length > 0),
    counter: part ?? null,
  };
};

export const termsOf = (plan: Plan, quota: Cents, bookings: readonly Booking[], carriesTiers: boolean): Terms => {
  const firstIndexByPlan = new Map<Plan, number>();
  const clauses: ClauseSteps[] = [];
  let rated = 0;
  const addClause = (version: Plan, rates: Plan | RateClause, keyOf: (tier: number) => string, dealAmount: DealAmount | null) => {
    const clause = createClause(version, rates, keyOf, quota);
    clauses.push({ ...clause, first: rated, dealAmount });
    if (clause.retroactive) rated += clause.steps.length;
  };
  const addVersion = (version: Plan): void => {
    if (firstIndexByPlan.has(version)) return;
    firstIndexByPlan.set(version, clauses.length);
    addClause(version, version, tierKey, null);
    for (const [index, clause] of version.rates.entries()) {
      const { amount, per, onTop = false } = clause;
      const dealAmount = amount === undefined ? null : { amount, key: ratesAmountKey(index), perUnit: per === 'unit', onTop };
      addClause(version, clause, (tier) => ratesTierKey(index, tier), dealAmount);
    }
  };
  addVersion(plan);
  for (const booking of bookings) if (booking.plan) addVersion(booking.plan);
  const retroactive = clauses.some((clause) => clause.retroactive);
  const hasConditions = [...firstIndexByPlan.keys()].some(
    ({ gates, kickers, quota: { parts } }) => (gates ?? kickers ?? parts) !== undefined,
  );
  const memosCarrySteps = hasConditions || (retroactive && carriesTiers);
  return { plan, quota, clauses, firstIndexByPlan, retroactive, hasConditions, memosCarrySteps };
};

/** The gate that holds the lowest held tier of a clause at this point of the period; null if all are open. */
export const holdAt = ({ quota }: Pick<Terms, 'quota'>, { version, holds }: ClauseSteps, standing: PeriodStanding): GateHold | null => {
  let lowest: GateHold | null = null;
  for (const hold of holds)
    if ((lowest === null || hold.tier < lowest.tier) && !areAllMet(version, version.gates?.[hold.gate]?.when ?? [], quota, standing))
      lowest = hold;
  return lowest;
};

/** The steps of a clause with marginal tiers while a gate holds some of them. */
export const heldSteps = ({ steps, slots }: ClauseSteps, hold: GateHold | null): Steps => {
  const held = hold && slots[hold.slot];
  if (!held) return steps;
  const low = steps[hold.tier]?.low ?? 0;
  return [...steps.slice(0, hold.tier), { ...held, low, high: Number.POSITIVE_INFINITY }];
};

/** The amount counted so far toward a clause's quota, which is the whole quota or a part of it. */
export const positionOf = ({ plan, counter }: ClauseSteps, { cum, sums }: PeriodStanding): Cents =>
  counter === null ? cum : countedToward(sums, plan, counter);

/** The plan version that prices a booking. */
export const planOfBooking = ({ plan }: Terms, booking: Booking): Plan => booking.plan ?? plan;

/** The index of the clause that prices a booking. */
export const clauseOf = (terms: Terms, booking: Booking): number => {
  const plan = planOfBooking(terms, booking);
  const first = terms.firstIndexByPlan.get(plan) ?? 0;
  const { rateClause } = booking;
  return rateClause == null || rateClause >= plan.rates.length ? first : first + 1 + rateClause;
};

/** The tier that `cum` has reached; reaching its threshold exactly is enough. */
export const tierAt = (steps: Steps, cum: Cents): number =>
  Math.max(
    0,
    steps.findLastIndex(({ low }) => cum >= low),
  );
