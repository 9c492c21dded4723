import type { Explanation } from '../../../entities/explanation.ts';
import { type Cents, earnedOn, fromCents, PPM, toPpm } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import type { Part } from '../engine.ts';
import type { Facts, Standing } from './facts.ts';
import { blended, percent, plain, product } from './wording.ts';

type Term = Explanation['formula'][number];

const tierLabel = ({ plan }: Facts, rate: number): string => {
  const index = plan.tiers.findIndex((tier) => tier.rate === rate);
  const { from } = plan.tiers[index] ?? { from: 0 };
  const next = plan.tiers[index + 1];
  if (from === 1) return 'Over quota';
  if (from === 0) return next?.from === 1 ? 'Up to quota' : next ? `Up to ${percent(next.from)} of quota` : 'All revenue';
  return `From ${percent(from)} of quota`;
};

const labelOf = (facts: Facts, { rate, net }: Part): string => {
  const { booking, plan, takesBack } = facts;
  if (takesBack !== null) return `Taken back from invoice ${takesBack}`;
  if (booking.excluded) return 'Excluded by the plan';
  if (booking.credit === 'override') return "Share of the team's revenue";
  if (booking.rateOverride === rate) return 'Rate of this invoice';
  if (plan.tierMode === 'marginal' || facts.computed.parts.length < 2) return tierLabel(facts, rate);
  return net < 0 ? 'Earlier revenue, taken back at its old rate' : 'All revenue of the period at the rate reached';
};

/**
 * The parts in cents that add up to what all of them earn, which is rounded once: each is cut, and the cents that are left go to those
 * that lose most. What is taken back is so the mirror of what was given.
 */
const shares = (parts: readonly Part[]): Cents[] => {
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
  if (computed.capped && (perRecord !== null || perPeriod !== null)) return 'Cap of the plan';
  if (Math.abs(cents) === 1) return 'Rounding';
  return takesBack === null ? "Brings the period's total right" : `As much as was earned on invoice ${takesBack}`;
};

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
  }));
  const term = (label: string, text: string, cents: number): Term => ({ label, text, amount: fromCents(cents) });
  return [
    ...terms,
    ...(correction === 0 || asRecorded ? [] : [term(correctionOf(facts, correction), plain(correction), correction)]),
    term(
      'Commission',
      `${plain(computed.amount)}, ${asRecorded ? 'as recorded on that day' : `${blended(computed.amount, booking.net)} of ${plain(booking.net)}`}${
        later ? `; recomputed to ${plain(later.amount)} on ${dayText(later.on)}` : ''
      }`,
      computed.amount,
    ),
    ...(adjustments === 0
      ? []
      : [
          term('Approved adjustments', plain(adjustments), adjustments),
          term(
            'Total',
            `${plain(computed.amount)} ${adjustments < 0 ? '−' : '+'} ${plain(Math.abs(adjustments))} = ${plain(earned)}`,
            earned,
          ),
        ]),
  ];
};
