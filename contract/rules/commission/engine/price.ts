import { type Cents, earnedOn, roundRatio } from '../../money.ts';
import type { Plan } from '../plan.ts';
import type { Booking, Original, Part } from './booking.ts';
import { clauseOf, planOfBooking, type Steps, type Terms, tierAt } from './terms.ts';

/** `apart`: outside quota and tiers (excluded, or a share in a team's revenue). A memo has the kind of its original. */
export type Kind = 'tiered' | 'own rate' | 'apart';
/**
 * Totals of the period up to a line. `rated`: revenue that each clause with retroactive tiers pays on; `stepped`: the commission on all of
 * it; `earned` is after caps.
 */
export type Sofar = Readonly<{ cum: Cents; rated: readonly Cents[]; stepped: Cents; earned: Cents }>;
/** `tiers`: one per part, -1 if no tier priced it. `clause`: index of the clause, as in `rated`. */
export type Priced = Readonly<{
  kind: Kind;
  clause: number;
  parts: readonly Part[];
  tiers: readonly number[];
  base: Cents;
  over: Cents;
  uncapped: Cents;
  rated: Cents;
  step: Cents;
}>;

type Parts = Readonly<{ parts: Part[]; tiers: number[] }>;
const add = ({ parts, tiers }: Parts, net: Cents, rate: number, tier = -1): void => {
  if (net === 0) return;
  parts.push({ net, rate });
  tiers.push(tier);
};

/** Adds the tiers between `cum` and `cum + net`; a negative net reverses the revenue it sits on. */
const addMarginal = (to: Parts, steps: Steps, net: Cents, cum: Cents): void => {
  for (const [tier, { low, high, rate }] of steps.entries())
    add(to, Math.min(Math.max(cum + net, low), high) - Math.min(Math.max(cum, low), high), rate, tier);
};

/**
 * Retroactive tiers pay the rate reached on all of the period's revenue, so a record earns the total after it minus the total before it.
 * Crossing a threshold reprices the revenue of every retroactive clause, because all of it counts toward one quota.
 */
const addSteps = (to: Parts, { clauses }: Terms, net: Cents, { cum, rated, stepped }: Sofar, clause: number, added: Cents): Cents => {
  const reached: Part[] = [];
  for (const [place, { steps, retroactive }] of clauses.entries()) {
    if (!retroactive) continue;
    const [before, after] = [tierAt(steps, cum), tierAt(steps, cum + net)];
    const [was, is] = [steps[before]?.rate ?? 0, steps[after]?.rate ?? 0];
    const [sofar, more] = [rated[place] ?? 0, place === clause ? added : 0];
    reached.push({ net: sofar + more, rate: is });
    if (was === is) add(to, more, is, after);
    else {
      add(to, 0 - sofar, was, before);
      add(to, sofar + more, is, after);
    }
  }
  return earnedOn(reached) - stepped;
};

const isApart = ({ excluded, credit }: Booking): boolean => excluded || credit === 'override';

/** Prices a sale with the given net revenue at its position. */
export const priceSale = (terms: Terms, booking: Booking, net: Cents, sofar: Sofar): Priced => {
  const { excluded, rateOverride } = booking;
  const to: Parts = { parts: [], tiers: [] };
  if (isApart(booking)) {
    add(to, net, excluded ? 0 : (rateOverride ?? 0));
    return { kind: 'apart', clause: 0, ...to, base: net, over: 0, uncapped: earnedOn(to.parts), rated: 0, step: 0 };
  }
  const { quota } = terms;
  const { cum } = sofar;
  const base = Math.min(quota, cum + net) - Math.min(quota, cum);
  const clause = clauseOf(terms, booking);
  const { steps, retroactive } = terms.clauses[clause] ?? { steps: [], retroactive: false };
  const rated = rateOverride === null && retroactive ? net : 0;
  if (rateOverride !== null) add(to, net, rateOverride);
  else if (!retroactive) addMarginal(to, steps, net, cum);
  const own = earnedOn(to.parts);
  const step = terms.retroactive ? addSteps(to, terms, net, sofar, clause, rated) : 0;
  const kind = rateOverride === null ? 'tiered' : 'own rate';
  return { kind, clause, ...to, base, over: net - base, uncapped: own + step, rated, step };
};

/**
 * The original at its own rates, in the proportion that the memo reverses; the last part takes any rounding rest. Each memo reverses what
 * all memos together reverse, minus what the earlier ones did (`taken`, their net), so that no cent is left over.
 */
export const reversedPart = (original: Original, net: Cents, taken: Cents): Original => {
  if (original.net === 0)
    return { parts: net === 0 ? [] : [{ net, rate: 0 }], base: net, over: 0, amount: taken === 0 ? 0 - original.amount : 0, net };
  const upTo = (cents: Cents, together: Cents): Cents =>
    roundRatio(BigInt(cents) * BigInt(together * Math.sign(original.net)), BigInt(Math.abs(original.net)));
  const share = (cents: Cents): Cents => upTo(cents, taken + net) - (taken === 0 ? 0 : upTo(cents, taken));
  const base = share(original.base);
  const parts = original.parts.map((part) => ({ ...part, net: share(part.net) }));
  const left = net - parts.reduce((sum, part) => sum + part.net, 0);
  const last = parts.length - 1;
  return {
    parts: parts.map((part, index) => (index === last ? { ...part, net: part.net + left } : part)).filter((part) => part.net !== 0),
    base,
    over: net - base,
    amount: share(original.amount),
    net,
  };
};

/** A memo that reverses part of its original as recorded; `entry`: the original's own line, if it is in the period. */
export const priceReversal = (booking: Booking, original: Original, entry: Priced | null, taken: Cents): Priced => {
  const { net } = booking;
  const { parts, base, over, amount } = reversedPart(original, net, taken);
  const kind = entry?.kind ?? (isApart(booking) ? 'apart' : 'own rate');
  const step = entry ? reversedPart({ ...original, amount: entry.step }, net, taken).amount : 0;
  const isRated = kind === 'tiered' && entry !== null && entry.rated !== 0;
  const tiers = parts.map(({ tier = -1 }) => tier);
  return { kind, clause: entry?.clause ?? 0, parts, tiers, base, over, uncapped: amount, rated: isRated ? net : 0, step };
};

/** A record's cap applies in both directions but not to memos, which reverse in full; the period's cap applies to the sum so far. */
const capped = ({ caps }: Plan, amount: Cents, earned: Cents, memo: boolean): Cents => {
  const { perRecord, perPeriod } = caps;
  const one = perRecord === null || memo ? amount : Math.min(perRecord, Math.max(0 - perRecord, amount));
  return perPeriod === null ? one : Math.min(one, Math.max(0, perPeriod - earned));
};

export const amountOf = (terms: Terms, booking: Booking, { uncapped }: Priced, { earned }: Sofar, isMemo: boolean): Cents =>
  capped(planOfBooking(terms, booking), uncapped, earned, isMemo);

/** The totals of the period after a line. */
export const after = ({ cum, rated, stepped, earned }: Sofar, priced: Priced, net: Cents, amount: Cents): Sofar => ({
  cum: cum + (priced.kind === 'apart' ? 0 : net),
  rated: priced.rated === 0 ? rated : rated.map((each, place) => (place === priced.clause ? each + priced.rated : each)),
  stepped: stepped + priced.step,
  earned: earned + amount,
});
