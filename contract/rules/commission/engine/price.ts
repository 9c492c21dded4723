import { type Cents, earnedOn } from '../../money.ts';
import type { Booking, Part } from './booking.ts';
import { apartParts, isApart } from './eligibility.ts';
import { withAmounts } from './parts.ts';
import { marginalParts, ownRatePart, retroactiveParts, type Sofar } from './rate.ts';
import { clauseOf, planOfBooking, type Terms } from './terms.ts';

/** `apart`: outside quota and tiers (excluded, or a share in a team's revenue). A memo has the kind of its original. */
export type Kind = 'tiered' | 'own rate' | 'apart';
/** A booking before the plan's limits. `clause`: index of the clause, as in `rated`; the parts' amounts add up to `uncapped`. */
export type Priced = Readonly<{
  kind: Kind;
  clause: number;
  parts: readonly Part[];
  base: Cents;
  over: Cents;
  uncapped: Cents;
  rated: Cents;
  step: Cents;
}>;

/** Steps "eligibility" and "rate": prices a sale with the given net revenue at its position. */
export const priceSale = (terms: Terms, booking: Booking, net: Cents, sofar: Sofar): Priced => {
  if (isApart(booking)) {
    const drafts = apartParts(terms, booking, net);
    const uncapped = earnedOn(drafts);
    return { kind: 'apart', clause: 0, parts: withAmounts(drafts, uncapped), base: net, over: 0, uncapped, rated: 0, step: 0 };
  }
  const { rateOverride } = booking;
  const { cum } = sofar;
  const base = Math.min(terms.quota, cum + net) - Math.min(terms.quota, cum);
  const clause = clauseOf(terms, booking);
  const { steps, retroactive } = terms.clauses[clause] ?? { steps: [], retroactive: false };
  const rated = rateOverride === null && retroactive ? net : 0;
  const own = rateOverride !== null ? ownRatePart(net, rateOverride) : retroactive ? [] : marginalParts(steps, net, cum);
  const plan = planOfBooking(terms, booking).id;
  const { parts, step } = terms.retroactive ? retroactiveParts(terms, net, sofar, { clause, plan, added: rated }) : { parts: [], step: 0 };
  const uncapped = earnedOn(own) + step;
  const kind = rateOverride === null ? 'tiered' : 'own rate';
  const drafts = parts.length === 0 ? own : [...own, ...parts];
  return { kind, clause, parts: withAmounts(drafts, uncapped), base, over: net - base, uncapped, rated, step };
};

/** The totals of the period after a line. */
export const after = ({ cum, rated, stepped, earned }: Sofar, priced: Priced, net: Cents, amount: Cents): Sofar => ({
  cum: cum + (priced.kind === 'apart' ? 0 : net),
  rated: priced.rated === 0 ? rated : rated.map((each, place) => (place === priced.clause ? each + priced.rated : each)),
  stepped: stepped + priced.step,
  earned: earned + amount,
});
