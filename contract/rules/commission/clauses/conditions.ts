import { fill, messages } from '../../../messages.ts';
import type { Condition, Gate, Kicker, QuotaPart } from '../conditions.ts';
import { percent, usd } from '../explain/wording.ts';
import type { Plan } from '../plan.ts';
import { gateKey, kickerKey } from './keys.ts';
import { joinWithAnd } from './listed.ts';
import { matchWords, ofQuota } from './rates.ts';

const t = messages.planClauses;
type Sentence = Readonly<{ key: string; at: string; sentence: string; prices?: boolean }>;

/** "3 deals that match (contract term from 24 months)" or "95.0% of the quota for a" */
const conditionWords = ({ metric, match, quota, level }: Condition): string => {
  if (metric === 'attainment') return quota === undefined ? ofQuota(level) : fill(t.ofQuotaPart, { share: percent(level), id: quota });
  const figure = { net_revenue: usd, margin: percent, units: String, deals: String }[metric](level);
  const what = fill(t.conditions[metric], { level: figure });
  return match ? fill(t.ofMatching, { what, match: matchWords(match) }) : what;
};

/** "95.0% of the quota for a and 3 deals" */
export const whenWords = (when: readonly Condition[]): string => joinWithAnd(when.map(conditionWords));

const gateSentence = ({ when, from }: Gate, { quota: { period }, gateMode }: Plan): string => {
  const words = { what: whenWords(when), period: t.periods[period], from: ofQuota(from) };
  const isWhole = gateMode === 'retroactive';
  return fill(from === 0 ? (isWhole ? t.gateAllWhole : t.gateAll) : isWhole ? t.gateWhole : t.gate, words);
};

export const gateSentences = (plan: Plan): Sentence[] =>
  (plan.gates ?? []).map((gate, index) => ({
    key: gateKey(index),
    at: `gates[${index}]`,
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
    at: `kickers[${index}]`,
    sentence: kickerSentence(kicker, plan),
    prices: true,
  }));

const partSentence = ({ id, match, amount, weight }: QuotaPart): string => {
  const params = { id, amount: usd(amount), sales: match ? fill(t.matchingSales, { what: matchWords(match) }) : t.otherSales };
  return weight === null ? fill(t.quotaPart, params) : fill(t.weightedPart, { ...params, weight: percent(weight) });
};

/** One sentence per part of the quota, and one if some sales belong to none. */
export const quotaPartSentences = ({ quota: { parts = [] } }: Plan): Sentence[] => [
  ...parts.map((part, index) => ({ key: `quota.part.${part.id}`, at: `quota.parts[${index}]`, sentence: partSentence(part) })),
  ...(parts.length === 0 || parts.at(-1)?.match === undefined ? [] : [{ key: 'quota.parts', at: 'quota.parts', sentence: t.outsideParts }]),
];
