import type { Explanation } from '../../../entities/explanation.ts';
import { fill, messages } from '../../../messages.ts';
import { type Cents, earnedOn, fromCents, PPM, toPpm } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import { matchWords } from '../clauses/rates.ts';
import { type TierRef, tierOfPart } from '../clauses/tierOfPart.ts';
import type { Part } from '../engine.ts';
import type { Plan } from '../plan.ts';
import { clausesOf } from './clauses.ts';
import type { Facts, Standing } from './facts.ts';
import { blended, percent, plainDollars, product } from './wording.ts';

const t = messages.formula;
type Term = Explanation['formula'][number];

/** Null if the record's parts were not priced by tiers of its plan. */
const tierOf = ({ plan, booking, computed }: Facts, index: number): TierRef | null => {
  const position = { cum: computed.cum, net: booking.net, quota: computed.quota };
  return tierOfPart(plan, { parts: computed.parts, rateClause: booking.rateClause ?? null, position }, index);
};

/** Only the first part uses the invoice's rate override; a retroactive step may follow it. */
const isOwnRate = ({ booking, computed }: Facts, index: number): boolean =>
  index === 0 && booking.rateOverride !== null && computed.parts[0]?.rate === booking.rateOverride;

const tierLabel = ({ plan }: Facts, ref: TierRef | null): string => {
  if (!ref) return t.recordedRate;
  const clause = plan.rates[ref.rateClause ?? -1];
  return clause ? fill(t.matched, { what: matchWords(clause), step: stepLabel(clause, ref.tier) }) : stepLabel(plan, ref.tier);
};

const stepLabel = ({ tiers }: Pick<Plan, 'tiers'>, index: number): string => {
  const { from } = tiers[index] ?? { from: 0 };
  const next = tiers[index + 1];
  if (from === 1) return t.overQuota;
  if (from === 0) return next?.from === 1 ? t.upToQuota : next ? fill(t.upTo, { share: percent(next.from) }) : t.all;
  return fill(t.from, { share: percent(from) });
};

const labelOf = (facts: Facts, { net }: Part, index: number): string => {
  const { booking, plan, takesBack } = facts;
  if (takesBack !== null) return fill(t.takenBack, { invoice: takesBack });
  if (booking.excluded) return t.excluded;
  if (booking.credit === 'override') return t.team;
  if (isOwnRate(facts, index)) return t.ownRate;
  if (plan.tierMode === 'marginal' || facts.computed.parts.length < 2) return tierLabel(facts, tierOf(facts, index));
  return net < 0 ? t.earlier : t.reached;
};

/** The rule that priced a part, or the invoice that the part reverses. */
const whereOf = (facts: Facts, index: number): Pick<Term, 'clause' | 'ref'> => {
  const { booking, plan, planIndex, takesBack, takesBackId } = facts;
  if (takesBack !== null) return takesBackId === undefined ? {} : { ref: { kind: 'invoice', id: takesBackId } };
  if (planIndex === undefined) return {};
  const clauses = clausesOf(plan, planIndex);
  if (booking.excluded) return { clause: clauses.exclude };
  if (booking.credit === 'override') return { clause: clauses.team };
  const tier = isOwnRate(facts, index) ? null : tierOf(facts, index);
  return tier ? { clause: clauses.tier(tier) } : {};
};

/**
 * The parts in cents, which add up to their total, rounded once: each is rounded down, and the remaining cents go to the parts with the
 * largest remainders. A reversal thus mirrors its original exactly.
 */
export const shares = (parts: readonly Part[]): Cents[] => {
  const total = earnedOn(parts);
  const sign = total < 0 ? -1n : 1n;
  const million = BigInt(PPM);
  const exact = parts.map(({ net, rate }) => sign * BigInt(net) * BigInt(toPpm(rate)));
  const lost = exact.map((product) => ((product % million) + million) % million);
  const cut = exact.map((product, index) => Number((product - (lost[index] ?? 0n)) / million));
  const left = Math.abs(total) - cut.reduce((sum, cents) => sum + cents, 0);
  const byLoss = [...lost.keys()].sort((a, b) => Number((lost[b] ?? 0n) - (lost[a] ?? 0n)));
  const lucky = new Set(byLoss.slice(0, left));
  return cut.map((cents, index) => Number(sign) * (cents + (lucky.has(index) ? 1 : 0)) || 0);
};

/** Why the parts do not add up to the amount. Mentions a cap only if the plan has one and it cut the amount. */
const correctionOf = ({ plan, computed, takesBack }: Facts, cents: Cents): string => {
  const { perRecord, perPeriod } = plan.caps;
  if (computed.capped && (perRecord !== null || perPeriod !== null)) return t.cap;
  if (Math.abs(cents) === 1) return t.rounding;
  return takesBack === null ? t.correction : fill(t.asEarned, { invoice: takesBack });
};

const capOf = ({ plan, planIndex }: Facts): Pick<Term, 'clause'> =>
  planIndex === undefined ? {} : { clause: clausesOf(plan, planIndex).caps };

/** The record's arithmetic with its numbers. Terms show exact products; the total is rounded once, and the terms' amounts add up to it. */
export const formulaOf = (facts: Facts, { adjustments, earned }: Standing): Term[] => {
  const { computed, booking, later } = facts;
  // Some rows of that day are no longer known, so only the recorded amount can be shown.
  const asRecorded = later !== undefined && computed.parts.length === 0;
  const correction = computed.amount - earnedOn(computed.parts);
  const cents = shares(computed.parts);
  const terms = computed.parts.map((part, index) => ({
    label: labelOf(facts, part, index),
    text: `${plainDollars(part.net)} × ${percent(part.rate)} = ${product(part.net, part.rate)}`,
    amount: fromCents(cents[index] ?? 0),
    ...whereOf(facts, index),
  }));
  const term = (label: string, sum: string, cents: number): Term => ({ label, text: sum, amount: fromCents(cents) });
  const recorded = asRecorded
    ? fill(t.asRecorded, { amount: plainDollars(computed.amount) })
    : fill(t.share, { amount: plainDollars(computed.amount), rate: blended(computed.amount, booking.net), net: plainDollars(booking.net) });
  return [
    ...terms,
    ...(correction === 0 || asRecorded
      ? []
      : [{ ...term(correctionOf(facts, correction), plainDollars(correction), correction), ...(computed.capped ? capOf(facts) : {}) }]),
    term(
      t.commission,
      later ? fill(t.recomputed, { text: recorded, amount: plainDollars(later.amount), day: dayText(later.on) }) : recorded,
      computed.amount,
    ),
    ...(adjustments === 0
      ? []
      : [
          term(t.adjustments, plainDollars(adjustments), adjustments),
          term(
            t.total,
            `${plainDollars(computed.amount)} ${adjustments < 0 ? '−' : '+'} ${plainDollars(Math.abs(adjustments))} = ${plainDollars(earned)}`,
            earned,
          ),
        ]),
  ];
};
