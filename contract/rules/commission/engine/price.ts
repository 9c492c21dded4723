import { type Cents, earnedOn, roundRatio } from '../../money.ts';
import { MEMO, MINIMUM, MISSING_MEASURE, OWN_RATE } from '../clauses/keys.ts';
import { addSums, type PeriodStanding, type StandingSums } from '../conditions.ts';
import type { Plan } from '../plan.ts';
import type { Booking, Part } from './booking.ts';
import { isOutsideTiers, outsideTierParts, teamKeyOf } from './eligibility.ts';
import { commissionByVersion, kickerPartsOf, kickerTotalsOf } from './kickers.ts';
import { amountPart, withAmounts } from './parts.ts';
import { countedToNet, marginalParts, netByTier, ownRatePart, type RunningTotals, retroactiveParts } from './rate.ts';
import { type ClauseSteps, clauseOf, heldSteps, holdAt, planOfBooking, positionOf, type Terms } from './terms.ts';

/** `outside tiers`: also outside the quota (excluded, or a share in a team's revenue). A memo has the kind of its original. */
export type Kind = 'tiered' | 'own rate' | 'outside tiers';
/**
 * A booking before the plan's limits. `clause`: index of the clause; `rated`: what it adds to `RunningTotals.rated`, by tier of the clause; the
 * parts' amounts add up to `uncapped`; `raised`: the amount that the plan's minimum adds to it; `kicked`: the part of it that kickers
 * multiply, by version, and `kicks`: the amounts they add. `moved`: the steps that a separate memo carries beyond its reversal. `team`:
 * the override whose tiers the revenue fills, null if none.
 */
export type Priced = Readonly<{
  kind: Kind;
  clause: number;
  parts: readonly Part[];
  base: Cents;
  over: Cents;
  uncapped: Cents;
  raised: Cents;
  rated: readonly Cents[];
  step: Cents;
  kicked: StandingSums;
  kicks: StandingSums;
  moved: Cents;
  team: string | null;
}>;
/**
 * The remainder of a booking after `memos` credit memos: the amount it is paid on, the part that counts toward the quota, and its additions
 * to other sums. `sold`: the remainder of `Booking.sold`.
 */
export type Size = Readonly<{ net: Cents; counts: Cents; adds: StandingSums | undefined; sold: Cents; memos: number }>;

/**
 * A sale without gross profit still gets a part that states this reason. A sale without revenue gets one if it adds to other sums, which
 * the part stores.
 */
const partsOrReason = (
  { measure }: Plan,
  parts: readonly Part[],
  { rateOverride: rate, adds }: Booking,
  clause: ClauseSteps | undefined,
): readonly Part[] => {
  if (parts.length > 0) return parts;
  if (measure !== 'net_revenue') return [amountPart(MISSING_MEASURE, 0)];
  if (adds === undefined) return parts;
  if (rate !== null) return [{ ...amountPart(OWN_RATE, 0), rate }];
  const [step] = clause?.dealAmount ? [{ key: clause.dealAmount.key, rate: 0 }] : (clause?.steps ?? []);
  return step ? [{ ...amountPart(step.key, 0), rate: step.rate }] : parts;
};

const NO_RATED_REVENUE: readonly Cents[] = [];
const NO_SUMS: StandingSums = {};
const emptyClause = (version: Plan): ClauseSteps => ({
  plan: version.id,
  version,
  steps: [],
  slots: [],
  holds: [],
  retroactive: false,
  first: 0,
  counter: null,
  dealAmount: null,
});

/**
 * The amount per deal. It replaces a rate, or is paid on top of one as a part without revenue. A deal credited in full pays nothing, even
 * if rounding credited a cent too much; on a shared deal, each memo may be off by a cent.
 */
const dealPart = ({ dealAmount }: ClauseSteps, booking: Booking, { net, memos }: Size): Part[] => {
  if (dealAmount === null || net === 0) return [];
  const amount = booking.dealAmount ?? dealAmount.amount;
  const rounded = amount === dealAmount.amount ? 0 : memos;
  const hasRemainder = Math.sign(net) === Math.sign(booking.net) && (dealAmount.perUnit || Math.abs(net) > rounded);
  const share =
    dealAmount.perUnit && hasRemainder ? roundRatio(BigInt(amount) * BigInt(Math.abs(net)), BigInt(Math.abs(booking.net))) : amount;
  return [{ net: dealAmount.onTop ? 0 : net, rate: 0, amount: hasRemainder ? Math.sign(net) * share : 0, clause: dealAmount.key }];
};

/** The net revenue up to the quota. */
const baseNetOf = ({ quota }: Terms, net: Cents, counts: Cents, cum: Cents): Cents => {
  const counted = Math.min(quota, cum + counts) - Math.min(quota, cum);
  if (counts === net) return counted;
  return counts === 0 ? (cum < quota ? net : 0) : countedToNet(counted, net, counts);
};

/** The amount by which the minimum raises a sale with any earnings, before kickers multiply it. */
const minimumSupplement = ({ minimumPerRecord }: Plan, amount: Cents): Cents =>
  minimumPerRecord !== null && amount > 0 ? Math.max(0, minimumPerRecord - amount) : 0;

/** The totals of the period after a sale. */
const standingAfter = ({ cum, sums }: RunningTotals, { counts, adds }: Size): PeriodStanding => ({
  cum: cum + counts,
  sums: addSums(sums, adds),
});

/** A sale's parts from its own rate, an amount, or the tiers of a clause, and from retroactive tiers of any clause. */
const ratedParts = (terms: Terms, booking: Booking, size: Size, running: RunningTotals, next: PeriodStanding) => {
  const { net, counts } = size;
  const { rateOverride } = booking;
  const version = planOfBooking(terms, booking);
  const index = clauseOf(terms, booking);
  const clause = terms.clauses[index] ?? emptyClause(version);
  const { steps, retroactive, dealAmount } = clause;
  const usesRates = rateOverride === null && (dealAmount === null || dealAmount.onTop);
  // Clauses tied to a part of the quota track their own position and counted revenue.
  const cum = positionOf(clause, running);
  const own = clause.counter === null ? counts : positionOf(clause, next) - cum;
  const ratedRevenue = usesRates && retroactive ? netByTier(steps, net, own, cum) : NO_RATED_REVENUE;
  const deal = rateOverride === null ? dealPart(clause, booking, size) : [];
  const ownParts =
    rateOverride !== null
      ? ownRatePart(net, rateOverride)
      : usesRates && !retroactive
        ? marginalParts(heldSteps(clause, holdAt(terms, clause, next)), net, own, cum)
        : [];
  const { parts, step } = terms.retroactive
    ? retroactiveParts(terms, running, next, { clause: index, plan: version.id, added: ratedRevenue })
    : { parts: [], step: 0 };
  const earned = earnedOn(ownParts) + step;
  const byRate = withAmounts(parts.length === 0 ? ownParts : [...ownParts, ...parts], earned);
  const [dealOnly] = deal;
  return {
    clause: index,
    parts: dealOnly ? [dealOnly, ...byRate] : byRate,
    amount: earned + (dealOnly?.amount ?? 0),
    rated: ratedRevenue,
    step,
  };
};

/** Steps "eligibility" and "rate": prices a sale of the given size at its position. */
export const priceSale = (terms: Terms, booking: Booking, size: Size, running: RunningTotals): Priced => {
  const { net, counts } = size;
  if (isOutsideTiers(booking)) {
    const drafts = outsideTierParts(terms, booking, net, running.teams);
    const uncapped = earnedOn(drafts);
    const parts = withAmounts(drafts, uncapped);
    const outside = {
      kind: 'outside tiers',
      clause: 0,
      base: net,
      over: 0,
      raised: 0,
      rated: NO_RATED_REVENUE,
      step: 0,
      kicked: NO_SUMS,
      kicks: NO_SUMS,
      moved: 0,
    } as const;
    return { ...outside, parts, uncapped, team: teamKeyOf(booking) };
  }
  const next = standingAfter(running, size);
  const base = baseNetOf(terms, net, counts, running.cum);
  const { clause, parts, amount, rated, step } = ratedParts(terms, booking, size, running, next);
  const plan = planOfBooking(terms, booking);
  const raisedAmount = minimumSupplement(plan, amount);
  const minimum = raisedAmount === 0 ? [] : [amountPart(MINIMUM, raisedAmount)];
  const kicked = terms.hasConditions ? commissionByVersion([...parts, ...minimum], plan.id) : NO_SUMS;
  const kicks = terms.hasConditions ? kickerPartsOf(terms, plan.id, kicked, running, next) : [];
  return {
    kind: booking.rateOverride === null ? 'tiered' : 'own rate',
    clause,
    parts: partsOrReason(plan, kicks.length === 0 ? parts : [...parts, ...kicks], booking, terms.clauses[clause]),
    base,
    over: net - base,
    uncapped: kicks.reduce((sum, part) => sum + part.amount, amount),
    raised: raisedAmount,
    rated,
    step,
    kicked,
    kicks: kicks.length === 0 ? NO_SUMS : kickerTotalsOf(kicks, plan.id),
    moved: 0,
    team: null,
  };
};

/**
 * A separate memo with the steps it causes: the revenue it removes from the period may lose a retroactive tier, close a retroactive gate or
 * change a kicker of the remaining commission.
 */
export const settleReversal = (terms: Terms, booking: Booking, fixed: Priced, size: Size, running: RunningTotals): Priced => {
  if (!terms.memosCarrySteps || fixed.kind === 'outside tiers' || (booking.stepless && !terms.hasConditions)) return fixed;
  const { id } = planOfBooking(terms, booking);
  const next = standingAfter(running, size);
  const reversed = runningTotalsAfter(terms, running, fixed, { ...size, counts: 0, adds: undefined }, { amount: 0, period: 0 });
  const { parts: drafts, step } = terms.retroactive
    ? retroactiveParts(terms, reversed, next, { clause: -1, plan: id, added: NO_RATED_REVENUE })
    : { parts: [], step: 0 };
  const steps = withAmounts(drafts, step, MEMO);
  const kicked = commissionByVersion(steps, id);
  const kicks = kickerPartsOf(terms, id, kicked, reversed, next);
  const moved = kicks.reduce((sum, { amount }) => sum + amount, step);
  return {
    ...fixed,
    parts: [...fixed.parts, ...steps, ...kicks],
    uncapped: fixed.uncapped + moved,
    step: fixed.step + step,
    kicked: addSums(fixed.kicked, kicked),
    kicks: addSums(fixed.kicks, kickerTotalsOf(kicks, id)),
    moved,
  };
};

const hasNoSums = (sums: StandingSums): boolean => {
  for (const _key in sums) return false;
  return true;
};
const sumsAfter = (sums: StandingSums, added: StandingSums): StandingSums => (hasNoSums(added) ? sums : addSums(sums, added));

/** The totals of the period after a line of the given size. `period`: the change by the period's cap. */
export const runningTotalsAfter = (
  { clauses }: Terms,
  running: RunningTotals,
  priced: Priced,
  size: Size,
  { amount, period }: Readonly<{ amount: Cents; period: Cents }>,
): RunningTotals => {
  const { cum, rated, retroactiveCommission: stepped, sums, kicked, kicks, earned, withheld, teams } = running;
  const first = clauses[priced.clause]?.first ?? 0;
  const countsTowardTiers = priced.kind !== 'outside tiers';
  return {
    cum: cum + (countsTowardTiers ? size.counts : 0),
    sums: countsTowardTiers ? addSums(sums, size.adds) : sums,
    rated: priced.rated.length === 0 ? rated : rated.map((sum, place) => sum + (priced.rated[place - first] ?? 0)),
    retroactiveCommission: stepped + priced.step,
    kicked: sumsAfter(kicked, priced.kicked),
    kicks: sumsAfter(kicks, priced.kicks),
    earned: earned + amount,
    withheld: withheld - period,
    teams: priced.team === null ? teams : { ...teams, [priced.team]: (teams[priced.team] ?? 0) + size.net },
  };
};
