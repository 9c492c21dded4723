import { type Cents, earnedOn, roundRatio } from '../../money.ts';
import { MEASURE } from '../clauses/keys.ts';
import type { Plan } from '../plan.ts';
import type { Booking, Part } from './booking.ts';
import { apartParts, countedTeam, isApart } from './eligibility.ts';
import { amountPart, withAmounts } from './parts.ts';
import { marginalParts, netByTier, netOfCounted, ownRatePart, retroactiveParts, type Sofar } from './rate.ts';
import { type ClauseSteps, clauseOf, planOfBooking, type Terms } from './terms.ts';

/** `apart`: outside quota and tiers (excluded, or a share in a team's revenue). A memo has the kind of its original. */
export type Kind = 'tiered' | 'own rate' | 'apart';
/**
 * A booking before the plan's limits. `clause`: index of the clause; `rated`: what it adds to `Sofar.rated`, by tier of the clause; the
 * parts' amounts add up to `uncapped`. `team`: the override whose tiers the revenue fills, null if none.
 */
export type Priced = Readonly<{
  kind: Kind;
  clause: number;
  parts: readonly Part[];
  base: Cents;
  over: Cents;
  uncapped: Cents;
  rated: readonly Cents[];
  step: Cents;
  team: string | null;
}>;

/** A sale without gross profit has a part, because it is the reason. */
const partsOrReason = ({ measure }: Plan, parts: readonly Part[]): readonly Part[] =>
  measure !== 'net_revenue' && parts.length === 0 ? [amountPart(MEASURE, 0)] : parts;

const NOTHING_RATED: readonly Cents[] = [];
const NO_STEP: ClauseSteps = { plan: '', steps: [], retroactive: false, first: 0, dealAmount: null };

/** The amount per deal that replaces a rate. A deal that memos credit in full, or by a rounded cent more, pays nothing. */
const dealPart = ({ dealAmount }: ClauseSteps, booking: Booking, net: Cents): Part[] => {
  if (dealAmount === null || net === 0) return [];
  const amount = booking.dealAmount ?? dealAmount.amount;
  const isLeft = Math.sign(net) === Math.sign(booking.net);
  const share = dealAmount.perUnit && isLeft ? roundRatio(BigInt(amount) * BigInt(Math.abs(net)), BigInt(Math.abs(booking.net))) : amount;
  return [{ net, rate: 0, amount: isLeft ? Math.sign(net) * share : 0, clause: dealAmount.key }];
};

/** The net revenue up to the quota. */
const baseOf = ({ quota }: Terms, net: Cents, counts: Cents, cum: Cents): Cents => {
  const counted = Math.min(quota, cum + counts) - Math.min(quota, cum);
  if (counts === net) return counted;
  return counts === 0 ? (cum < quota ? net : 0) : netOfCounted(counted, net, counts);
};

/** Steps "eligibility" and "rate": prices a sale with the given net revenue, which counts `counts` toward the quota, at its position. */
export const priceSale = (terms: Terms, booking: Booking, net: Cents, counts: Cents, sofar: Sofar): Priced => {
  if (isApart(booking)) {
    const drafts = apartParts(terms, booking, net, sofar.teams);
    const uncapped = earnedOn(drafts);
    const parts = withAmounts(drafts, uncapped);
    return { kind: 'apart', clause: 0, parts, base: net, over: 0, uncapped, rated: NOTHING_RATED, step: 0, team: countedTeam(booking) };
  }
  const { rateOverride } = booking;
  const base = baseOf(terms, net, counts, sofar.cum);
  const index = clauseOf(terms, booking);
  const clause = terms.clauses[index] ?? NO_STEP;
  const { steps, retroactive, dealAmount } = clause;
  const isRated = rateOverride === null && dealAmount === null;
  const rated = isRated && retroactive ? netByTier(steps, net, counts, sofar.cum) : NOTHING_RATED;
  const deal = rateOverride === null ? dealPart(clause, booking, net) : [];
  const own =
    rateOverride !== null ? ownRatePart(net, rateOverride) : isRated && !retroactive ? marginalParts(steps, net, counts, sofar.cum) : [];
  const plan = planOfBooking(terms, booking);
  const { parts, step } = terms.retroactive
    ? retroactiveParts(terms, counts, sofar, { clause: index, plan: plan.id, added: rated })
    : { parts: [], step: 0 };
  const earned = earnedOn(own) + step;
  const kind = rateOverride === null ? 'tiered' : 'own rate';
  const byRate = withAmounts(parts.length === 0 ? own : [...own, ...parts], earned);
  const [only] = deal;
  return {
    kind,
    clause: index,
    parts: partsOrReason(plan, only ? [only, ...byRate] : byRate),
    base,
    over: net - base,
    uncapped: earned + (only?.amount ?? 0),
    rated,
    step,
    team: null,
  };
};

/** The totals of the period after a line with the given net revenue, which counts `counts` toward the quota. */
export const after = (
  { clauses }: Terms,
  sofar: Sofar,
  priced: Priced,
  { net, counts }: Readonly<{ net: Cents; counts: Cents }>,
  amount: Cents,
): Sofar => {
  const { cum, rated, stepped, earned, teams } = sofar;
  const first = clauses[priced.clause]?.first ?? 0;
  return {
    cum: cum + (priced.kind === 'apart' ? 0 : counts),
    rated: priced.rated.length === 0 ? rated : rated.map((sum, place) => sum + (priced.rated[place - first] ?? 0)),
    stepped: stepped + priced.step,
    earned: earned + amount,
    teams: priced.team === null ? teams : { ...teams, [priced.team]: (teams[priced.team] ?? 0) + net },
  };
};
