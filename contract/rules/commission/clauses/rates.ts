import { fill, messages } from '../../../messages.ts';
import { percent, usd } from '../explain/wording.ts';
import { type Match, matchFields, type Plan, type RangeField, type RateClause, rangeFields } from '../plan.ts';
import { rangeWords } from '../ranges.ts';
import { joinWithAnd, joinWithOr } from './joinWords.ts';

const t = messages.planClauses;

/** "the quota" or "80.0% of the quota" */
export const shareOfQuotaText = (from: number): string => (from === 1 ? t.theQuota : fill(t.partOfQuota, { share: percent(from) }));

type PlanTiers = Pick<Plan, 'tiers' | 'tierMode' | 'quota' | 'measure'>;

const marginalSentences = ({ tiers, measure }: PlanTiers): string[] =>
  tiers.map(({ from, rate: fraction }, index) => {
    const next = tiers[index + 1];
    const words = { ...t.measured[measure], from: shareOfQuotaText(from), to: shareOfQuotaText(next?.from ?? 0), rate: percent(fraction) };
    if (from === 0) return fill(next ? t.rateUpTo : t.rateOfAll, words);
    return fill(next ? t.rateBetween : t.rateOver, words);
  });

const retroactiveSentences = ({ tiers, tierMode, quota, measure }: PlanTiers): string[] =>
  tiers.map(({ from, rate: fraction, mode = tierMode }, index) => {
    const words = { ...t.measured[measure], rate: percent(fraction), period: t.periods[quota.period], from: shareOfQuotaText(from) };
    if (mode === 'marginal' && from !== 0) {
      const next = tiers[index + 1];
      return next ? fill(t.rateBetween, { ...words, to: shareOfQuotaText(next.from) }) : fill(t.rateOver, words);
    }
    if (from === 0) return tiers.length === 1 ? fill(t.rateOfAll, words) : fill(t.rateAtFirst, words);
    return fill(t.rateOnceReached, words);
  });

/** One sentence per tier, in order. */
export const rateSentences = (plan: PlanTiers): string[] =>
  plan.tiers.some(({ mode = plan.tierMode }, index) => index > 0 && mode === 'retroactive') || plan.tierMode === 'retroactive'
    ? retroactiveSentences(plan)
    : marginalSentences(plan);

const figureTexts: Readonly<Record<RangeField, (value: number) => string>> = {
  deal_size: usd,
  margin: percent,
  term_months: (count) => fill(t.months, { count }),
  customer_months: (count) => fill(t.months, { count }),
  discount: percent,
  units: String,
};

/** "customer type Library or School and territory West" */
export const matchWords = (match: Match): string =>
  joinWithAnd([
    ...matchFields.flatMap((field) => (match[field] ? [fill(t.matches[field], { values: joinWithOr(match[field]) })] : [])),
    ...rangeFields.flatMap((field) =>
      match[field] ? [fill(t.matches[field], { values: rangeWords(match[field], figureTexts[field]) })] : [],
    ),
  ]);

/** One sentence per entry of the plan's `rates`. */
export const matchedSentences = (plan: Plan): string[] =>
  plan.rates.map((clause) => {
    const { match, amount, per, onTop, quota: partId, tierMode = plan.tierMode } = clause;
    const sales = matchWords(match);
    if (amount !== undefined && !onTop)
      return fill(per === undefined ? t.matchedAmount : t.matchedUnits, { what: sales, amount: usd(amount) });
    const sentences = rateSentences({ quota: plan.quota, measure: plan.measure, tierMode, tiers: mergeEqualRates(clause) ?? clause.tiers });
    const amountSentences = amount === undefined ? [] : [fill(per === undefined ? t.amountOnTop : t.unitsOnTop, { amount: usd(amount) })];
    const rates = [...sentences, ...amountSentences].join(' ');
    return partId === undefined ? fill(t.matched, { what: sales, rates }) : fill(t.matchedPart, { id: partId, rates });
  });

/** One sentence per entry of the plan's `quotaCredits`. */
export const quotaCreditSentences = ({ quotaCredits }: Plan): string[] =>
  quotaCredits.map(({ match, times }) => fill(times === 0 ? t.noQuotaCredit : t.quotaCredit, { what: matchWords(match), times }));

/** Treats two equal rates as one. */
const mergeEqualRates = ({ tiers, ratesAs }: RateClause): RateClause['tiers'] | null => {
  const [first, ...rest] = tiers;
  return first && ratesAs === 'rates' && rest.every(({ rate }) => rate === first.rate) ? [first] : null;
};
