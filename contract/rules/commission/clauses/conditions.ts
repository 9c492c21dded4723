import { fill, messages } from '../../../messages.ts';
import type { Condition, Gate, Kicker, QuotaPart } from '../conditions.ts';
import { percent, usd } from '../explain/wording.ts';
import type { Plan } from '../plan.ts';
import { joinWithAnd } from './joinWords.ts';
import { gateKey, kickerKey } from './keys.ts';
import { matchWords, shareOfQuotaText } from './rates.ts';

const t = messages.planClauses;
type Sentence = Readonly<{ key: string; path: string; sentence: string; prices?: boolean }>;

/** "3 deals that match (contract term from 24 months)" or "95.0% of the quota for a" */
const conditionWords = ({ metric, match, quota, level }: Condition): string => {
  if (metric === 'attainment')
    return quota === undefined ? shareOfQuotaText(level) : fill(t.ofQuotaPart, { share: percent(level), id: quota });
  const figure = { net_revenue: usd, margin: percent, units: String, deals: String }[metric](level);
  const measure = fill(t.conditions[metric], { level: figure });
  return match ? fill(t.ofMatching, { what: measure, match: matchWords(match) }) : measure;
};

/** "95.0% of the quota for a and 3 deals" */
export const whenWords = (when: readonly Condition[]): string => joinWithAnd(when.map(conditionWords));

const gateSentence = ({ when, from }: Gate, { quota: { period }, gateMode }: Plan): string => {
  const placeholders = { what: whenWords(when), period: t.periods[period], from: shareOfQuotaText(from) };
  const isRetroactive = gateMode === 'retroactive';
  return fill(from === 0 ? (isRetroactive ? t.gateAllWhole : t.gateAll) : isRetroactive ? t.gateWhole : t.gate, placeholders);
};

export const gateSentences = (plan: Plan): Sentence[] =>
  (plan.gates ?? []).map((gate, index) => ({
    key: gateKey(index),
    path: `gates[${index}]`,
    sentence: gateSentence(gate, plan),
    prices: true,
  }));

const kickerSentence = ({ when, times, otherwise }: Kicker, { quota: { period } }: Plan): string => {
  const words = { what: whenWords(when), period: t.periods[period], times, otherwise };
  if (times === 1) return fill(t.kickerUntil, words);
  return fill(otherwise === 1 ? t.kicker : t.kickerOtherwise, words);
};

export const kickerSentences = (plan: Plan): Sentence[] =>
  (plan.kickers ?? []).map((kicker, index) => ({
    key: kickerKey(index),
    path: `kickers[${index}]`,
    sentence: kickerSentence(kicker, plan),
    prices: true,
  }));

const partSentence = ({ id, match, amount, weight }: QuotaPart): string => {
  const placeholders = { id, amount: usd(amount), sales: match ? fill(t.matchingSales, { what: matchWords(match) }) : t.otherSales };
  return weight === null ? fill(t.quotaPart, placeholders) : fill(t.weightedPart, { ...placeholders, weight: percent(weight) });
};

/** One sentence per part of the quota, and one if some sales belong to none. */
export const quotaPartSentences = ({ quota: { parts = [] } }: Plan): Sentence[] => [
  ...parts.map((part, index) => ({ key: `quota.part.${part.id}`, path: `quota.parts[${index}]`, sentence: partSentence(part) })),
  ...(parts.length === 0 || parts.at(-1)?.match === undefined
    ? []
    : [{ key: 'quota.parts', path: 'quota.parts', sentence: t.outsideParts }]),
];
