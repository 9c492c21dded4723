import type { Explanation } from '../../../entities/explanation.ts';
import { fill, messages } from '../../../messages.ts';
import { type Cents, earnedOn, fromCents, PPM, toPpm } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import { matchWords } from '../clauses/rates.ts';
import type { Part } from '../engine.ts';
import type { Plan } from '../plan.ts';
import { clausesOf } from './clauses.ts';
import type { Facts, Standing } from './facts.ts';
import { blended, percent, plain, product } from './wording.ts';

const text = messages.formula;
type Term = Explanation['formula'][number];

const tierLabel = (facts: Facts, rate: number): string => {
  const clause = facts.plan.rates[facts.booking.rateClause ?? -1];
  return clause ? fill(text.matched, { what: matchWords(clause), step: stepLabel(clause, rate) }) : stepLabel(facts.plan, rate);
};

const stepLabel = ({ tiers }: Pick<Plan, 'tiers'>, rate: number): string => {
  const index = tiers.findIndex((tier) => tier.rate === rate);
  const { from } = tiers[index] ?? { from: 0 };
  const next = tiers[index + 1];
  if (from === 1) return text.overQuota;
  if (from === 0) return next?.from === 1 ? text.upToQuota : next ? fill(text.upTo, { share: percent(next.from) }) : text.all;
  return fill(text.from, { share: percent(from) });
};

const labelOf = (facts: Facts, { rate, net }: Part): string => {
  const { booking, plan, takesBack } = facts;
  if (takesBack !== null) return fill(text.takenBack, { invoice: takesBack });
  if (booking.excluded) return text.excluded;
  if (booking.credit === 'override') return text.team;
  if (booking.rateOverride === rate) return text.ownRate;
  if (plan.tierMode === 'marginal' || facts.computed.parts.length < 2) return tierLabel(facts, rate);
  return net < 0 ? text.earlier : text.reached;
};

/** The rule that a part was paid by, or the invoice that it is taken back from. */
const whereOf = ({ booking, plan, planIndex, takesBack, takesBackId }: Facts, { rate }: Part): Pick<Term, 'clause' | 'ref'> => {
  if (takesBack !== null) return takesBackId === undefined ? {} : { ref: { kind: 'invoice', id: takesBackId } };
  if (planIndex === undefined) return {};
  const clauses = clausesOf(plan, planIndex);
  if (booking.excluded) return { clause: clauses.exclude };
  if (booking.credit === 'override') return { clause: clauses.team };
  const clause = booking.rateOverride === rate ? undefined : clauses.tier(rate, booking.rateClause);
  return clause === undefined ? {} : { clause };
};

/**
 * The parts in cents that add up to what all of them earn, which is rounded once: each is cut, and the cents that are left go to those
 * that lose most. What is taken back is so the mirror of what was given.
 */
export const shares = (parts: readonly Part[]): Cents[] => {
  const total = earnedOn(parts);
  const sign = total < 0 ? -1n : 1n;
  const million = BigInt(PPM);
  const exact = parts.map(({ net, rate }) => sign * BigInt(net) * BigInt(toPpm(rate)));
  const lost = exact.map((product) => ((product % million) + million) % million);
  const cut = exact.map((product, at) => Number((product - (lost[at] ?? 0n)) / million));
  const left = Math.abs(total) - cut.reduce((sum, cents) => sum + cents, 0);
  const byLoss = [...lost.keys()].sort((a, b) => Number((lost[b] ?? 0n) - (lost[a] ?? 0n)));
  const lucky = new Set(byLoss.slice(0, left));
  return cut.map((cents, at) => Number(sign) * (cents + (lucky.has(at) ? 1 : 0)) || 0);
};

/** Why the parts do not come to the amount. A cap is only named where the plan has one and it cut. */
const correctionOf = ({ plan, computed, takesBack }: Facts, cents: Cents): string => {
  const { perRecord, perPeriod } = plan.caps;
  if (computed.capped && (perRecord !== null || perPeriod !== null)) return text.cap;
  if (Math.abs(cents) === 1) return text.rounding;
  return takesBack === null ? text.correction : fill(text.asEarned, { invoice: takesBack });
};

const capOf = ({ plan, planIndex }: Facts): Pick<Term, 'clause'> =>
  planIndex === undefined ? {} : { clause: clausesOf(plan, planIndex).caps };

/** The record's arithmetic with its numbers. Terms show exact products; the record is rounded once, in the total, and their amounts add up to it. */
export const formulaOf = (facts: Facts, { adjustments, earned }: Standing): Term[] => {
  const { computed, booking, later } = facts;
  // The rows of that day are not all known any more: then only what was recorded can be said.
  const asRecorded = later !== undefined && computed.parts.length === 0;
  const correction = computed.amount - earnedOn(computed.parts);
  const cents = shares(computed.parts);
  const terms = computed.parts.map((part, at) => ({
    label: labelOf(facts, part),
    text: `${plain(part.net)} × ${percent(part.rate)} = ${product(part.net, part.rate)}`,
    amount: fromCents(cents[at] ?? 0),
    ...whereOf(facts, part),
  }));
  const term = (label: string, sum: string, cents: number): Term => ({ label, text: sum, amount: fromCents(cents) });
  const recorded = asRecorded
    ? fill(text.asRecorded, { amount: plain(computed.amount) })
    : fill(text.share, { amount: plain(computed.amount), rate: blended(computed.amount, booking.net), net: plain(booking.net) });
  return [
    ...terms,
    ...(correction === 0 || asRecorded
      ? []
      : [{ ...term(correctionOf(facts, correction), plain(correction), correction), ...(computed.capped ? capOf(facts) : {}) }]),
    term(
      text.commission,
      later ? fill(text.recomputed, { text: recorded, amount: plain(later.amount), day: dayText(later.on) }) : recorded,
      computed.amount,
    ),
    ...(adjustments === 0
      ? []
      : [
          term(text.adjustments, plain(adjustments), adjustments),
          term(
            text.total,
            `${plain(computed.amount)} ${adjustments < 0 ? '−' : '+'} ${plain(Math.abs(adjustments))} = ${plain(earned)}`,
            earned,
          ),
        ]),
  ];
};
