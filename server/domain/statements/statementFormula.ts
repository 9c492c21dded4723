import { fill, messages } from '../../../contract/messages.ts';
import { isKickerKey, MEMO, MINIMUM, ROUNDING, ratesOfAmountKey } from '../../../contract/rules/commission/clauses/keys.ts';
import type { StoredPart } from '../../../contract/rules/commission/engine.ts';
import { blendedRate, percent, plainDollars } from '../../../contract/rules/commission/explain/wording.ts';
import { type Cents, earnedOn } from '../../../contract/rules/money.ts';

const t = messages.statementFile;
type Earned = Readonly<{
  net_cents: Cents;
  amount_cents: Cents;
  parts: readonly StoredPart[];
  share_ppm: number;
}>;

const withSign = (text: string, isNegative: boolean, isFirst: boolean): string => {
  if (isFirst) return isNegative ? `−${text}` : text;
  return isNegative ? `− ${text}` : `+ ${text}`;
};

const isDealAmount = ({ clause = '' }: StoredPart): boolean => ratesOfAmountKey(clause) !== null;

const reasonOf = (part: StoredPart): string => {
  const { clause = '' } = part;
  if (isDealAmount(part)) return t.dealAmount;
  if (isKickerKey(clause)) return t.kicker;
  if (clause === MINIMUM) return t.minimum;
  if (clause.startsWith('cap.')) return t.cap;
  if (clause === ROUNDING) return t.rounding;
  return clause === MEMO ? t.asEarned : t.correction;
};

/** Amounts beyond the products, each with its reason; records that predate stored reasons have one, whose reason is unknown. */
const remaindersOf = (parts: readonly StoredPart[], remainder: Cents): readonly (readonly [amount: Cents, pattern: string])[] => {
  const reasoned = parts.filter((part) => (part.net === 0 || isDealAmount(part)) && part.amount !== undefined && part.amount !== 0);
  if (reasoned.length === 0) return remainder === 0 ? [] : [[remainder, t.correction]];
  return reasoned.map((part) => [part.amount ?? 0, reasonOf(part)]);
};

/**
 * A record's arithmetic in one line: `40,000.00 × 5.0% + 20,000.00 × 7.5%`. Differences from rounding, a cap or a memo come last, so that
 * the line adds up to the amount.
 */
export const statementFormulaOf = ({ net_cents, amount_cents, parts, share_ppm }: Earned): string => {
  if (parts.length === 0)
    return amount_cents === 0 ? t.earnsNothing : `${plainDollars(net_cents)} × ${blendedRate(amount_cents, net_cents)}`;
  const sold = parts.filter((part) => part.net !== 0 && !isDealAmount(part));
  if (sold.length === 0 && amount_cents === 0) return t.earnsNothing;
  const terms = sold.map(({ net, rate }, index) => withSign(`${plainDollars(Math.abs(net))} × ${percent(rate)}`, net < 0, index === 0));
  for (const [amount, pattern] of remaindersOf(parts, amount_cents - earnedOn(parts)))
    terms.push(fill(pattern, { amount: withSign(plainDollars(Math.abs(amount)), amount < 0, terms.length === 0) }));
  const formula = terms.join(' ');
  return share_ppm === 1_000_000 ? formula : fill(t.share, { formula, share: percent(share_ppm / 1_000_000) });
};
