import { fill, messages } from '../../../messages.ts';
import { percent } from '../explain/wording.ts';
import { matchFields, type Plan, type RateClause } from '../plan.ts';
import { listed, listedAny } from './listed.ts';

const t = messages.planClauses;

/** "the quota" or "80.0% of the quota" */
const ofQuota = (from: number): string => (from === 1 ? t.theQuota : fill(t.partOfQuota, { share: percent(from) }));

const marginal = ({ tiers }: Plan): string[] =>
  tiers.map(({ from, rate: fraction }, index) => {
    const next = tiers[index + 1];
    const rate = percent(fraction);
    if (from === 0) return next ? fill(t.rateUpTo, { to: ofQuota(next.from), rate }) : fill(t.rateOfAll, { rate });
    return next
      ? fill(t.rateBetween, { from: ofQuota(from), to: ofQuota(next.from), rate })
      : fill(t.rateOver, { from: ofQuota(from), rate });
  });

const retroactive = ({ tiers, quota }: Plan): string[] =>
  tiers.map(({ from, rate: fraction }) => {
    const words = { rate: percent(fraction), period: t.periods[quota.period], from: ofQuota(from) };
    if (from === 0) return tiers.length === 1 ? fill(t.rateOfAll, words) : fill(t.rateAtFirst, words);
    return fill(t.rateOnceReached, words);
  });

/** One sentence per tier, in order. */
export const rateSentences = (plan: Plan): string[] => (plan.tierMode === 'marginal' ? marginal(plan) : retroactive(plan));

/** "customer type Library or School and territory West" */
export const matchWords = ({ match }: RateClause): string =>
  listed(matchFields.flatMap((field) => (match[field] ? [fill(t.matches[field], { values: listedAny(match[field]) })] : [])));

/** One sentence for each of the plan's `rates`. */
export const matchedSentences = (plan: Plan): string[] =>
  plan.rates.map((clause) => {
    const rates = rateSentences({ ...plan, tiers: oneRate(clause) ?? clause.tiers }).join(' ');
    return fill(t.matched, { what: matchWords(clause), rates });
  });

/** Treats two equal rates as one. */
const oneRate = ({ tiers, ratesAs }: RateClause): RateClause['tiers'] | null => {
  const [first, ...more] = tiers;
  return first && ratesAs === 'rates' && more.every(({ rate }) => rate === first.rate) ? [first] : null;
};
