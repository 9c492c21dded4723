import type { Explanation } from '../../../entities/explanation.ts';
import { fill, messages } from '../../../messages.ts';
import { fromCents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import { pathOfKey } from '../clauses/clause.ts';
import { whenWords } from '../clauses/conditions.ts';
import {
  isGateKey,
  isKickerKey,
  isTeamKey,
  MINIMUM,
  MISSING_MEASURE,
  OWN_RATE,
  ROUNDING,
  ratesOfAmountKey,
  tierOfKey,
} from '../clauses/keys.ts';
import { matchWords } from '../clauses/rates.ts';
import { isAmountOnly } from '../clauses/shares.ts';
import type { Condition } from '../conditions.ts';
import type { Part } from '../engine.ts';
import type { Plan } from '../plan.ts';
import type { Facts, Standing } from './facts.ts';
import { blendedRate, percent, plainDollars, product, usd } from './wording.ts';

const t = messages.formula;
type Term = Explanation['formula'][number];

const tierLabel = ({ plan }: Facts, { clause: key, plan: version }: Part): string => {
  const ref = version === undefined ? tierOfKey(key) : null;
  if (!ref) return t.recordedRate;
  const clause = plan.rates[ref.rates ?? -1];
  return clause ? fill(t.matched, { what: matchWords(clause.match), step: stepLabel(clause, ref.tier) }) : stepLabel(plan, ref.tier);
};

const stepLabel = ({ tiers }: Pick<Plan, 'tiers'>, index: number): string => {
  const { from } = tiers[index] ?? { from: 0 };
  const next = tiers[index + 1];
  if (from === 1) return t.overQuota;
  if (from === 0) return next?.from === 1 ? t.upToQuota : next ? fill(t.upTo, { share: percent(next.from) }) : t.all;
  return fill(t.from, { share: percent(from) });
};

const indexOfKey = (key: string): number => Number(key.split('.')[1]);
/** Names the conditions of a gate or kicker; conditions of another version are unknown here. */
const conditionLabel = (
  label: Readonly<Record<'named' | 'other', string>>,
  when: readonly Condition[] | undefined,
  version?: string,
): string => (version === undefined && when ? fill(label.named, { what: whenWords(when) }) : label.other);

/** A part whose amount comes from no rate: an amount per deal, a limit, rounding, or the part of a memo beyond the products. */
const remainderLabel = ({ plan, takesBack }: Facts, { clause, plan: version }: Part): string => {
  const deal = plan.rates[ratesOfAmountKey(clause) ?? -1];
  if (deal && takesBack === null) {
    const labels = { what: matchWords(deal.match), amount: usd(deal.amount ?? 0) };
    return version === undefined ? fill(deal.per === undefined ? t.dealAmount : t.unitAmount, labels) : t.recordedAmount;
  }
  if (deal) return fill(t.takenBack, { invoice: takesBack ?? '' });
  if (isKickerKey(clause)) return conditionLabel(t.kicker, plan.kickers?.[indexOfKey(clause)]?.when, version);
  if (clause === MISSING_MEASURE) return t.noProfit;
  if (clause === MINIMUM) return t.minimum;
  if (clause.startsWith('cap.')) return t.cap;
  if (clause === ROUNDING) return t.rounding;
  return takesBack === null ? t.correction : fill(t.asEarned, { invoice: takesBack });
};

/** True if a tier's revenue may be repriced by a retroactive tier: a marginal tier after the first pays its own. */
const isRepriced = ({ plan }: Facts, { clause: key, net }: Part): boolean => {
  const ref = tierOfKey(key);
  if (isGateKey(key) || (plan.gateMode === 'retroactive' && ref)) return net < 0;
  const clause = (ref?.rates == null ? undefined : plan.rates[ref.rates]) ?? plan;
  const planMode = clause.tierMode ?? plan.tierMode;
  const isMarginal = planMode === 'marginal' && clause.tiers.every(({ mode = planMode }) => mode === 'marginal');
  if (isMarginal || !ref) return false;
  return net < 0 || ref.tier === 0 || (clause.tiers[ref.tier]?.mode ?? planMode) === 'retroactive';
};

const labelOf = (facts: Facts, part: Part): string => {
  const { takesBack, computed } = facts;
  const { clause, net } = part;
  if (isAmountOnly(part)) return remainderLabel(facts, part);
  if (takesBack !== null) return fill(t.takenBack, { invoice: takesBack });
  if (clause.startsWith('exclude.')) return t.excluded;
  if (isTeamKey(clause)) return clause.startsWith('override') ? t.team : t.overlay;
  if (clause === OWN_RATE) return t.ownRate;
  if (isGateKey(clause) && net >= 0) return conditionLabel(t.gate, facts.plan.gates?.[indexOfKey(clause)]?.when, part.plan);
  if (!isRepriced(facts, part) || computed.parts.filter((candidate) => !isAmountOnly(candidate)).length < 2) return tierLabel(facts, part);
  return net < 0 ? t.earlier : t.reached;
};

/** The rule that priced a part, or the invoice that the part reverses. */
const whereOf = ({ plan, planIndex, takesBack, takesBackId }: Facts, part: Part): Pick<Term, 'clause' | 'ref'> => {
  if (takesBack !== null && !part.clause.startsWith('cap.'))
    return takesBackId === undefined || isAmountOnly(part) ? {} : { ref: { kind: 'invoice', id: takesBackId } };
  const path = planIndex === undefined || part.plan !== undefined ? undefined : pathOfKey(plan, planIndex, part.clause);
  return path === undefined ? {} : { clause: path };
};

const termOf = (facts: Facts, part: Part): Term => ({
  label: labelOf(facts, part),
  text: isAmountOnly(part)
    ? plainDollars(part.amount)
    : `${plainDollars(part.net)} × ${percent(part.rate)} = ${product(part.net, part.rate)}`,
  amount: fromCents(part.amount),
  ...whereOf(facts, part),
  ...(part.inferred ? { inferred: true as const } : {}),
});

/** The record's arithmetic with its numbers. Terms show exact products; the total is rounded once, and the terms' amounts add up to it. */
export const formulaOf = (facts: Facts, { adjustments, earned }: Standing): Term[] => {
  const { computed, booking, laterChange } = facts;
  // Some rows of that day are no longer known, so only the recorded amount can be shown.
  const showsRecordedAmount = laterChange !== undefined && computed.parts.length === 0;
  const term = (label: string, sum: string, cents: number): Term => ({ label, text: sum, amount: fromCents(cents) });
  const recorded = showsRecordedAmount
    ? fill(t.asRecorded, { amount: plainDollars(computed.amount) })
    : fill(t.share, {
        amount: plainDollars(computed.amount),
        rate: blendedRate(computed.amount, booking.net),
        net: plainDollars(booking.net),
      });
  return [
    ...computed.parts.map((part) => termOf(facts, part)),
    term(
      t.commission,
      laterChange
        ? fill(t.recomputed, { text: recorded, amount: plainDollars(laterChange.amount), day: dayText(laterChange.on) })
        : recorded,
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
