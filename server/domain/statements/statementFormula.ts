import { fill, messages } from '../../../contract/messages.ts';
import { blended, percent, plainDollars } from '../../../contract/rules/commission/explain/wording.ts';
import { type Cents, earnedOn } from '../../../contract/rules/money.ts';

const t = messages.statementFile;
type Earned = Readonly<{
  net_cents: Cents;
  amount_cents: Cents;
  parts: readonly { net: Cents; rate: number }[];
  share_ppm: number;
}>;

const signed = (text: string, negative: boolean, first: boolean): string => {
  if (first) return negative ? `−${text}` : text;
  return negative ? `− ${text}` : `+ ${text}`;
};

/**
 * A record's arithmetic in one line: `40,000.00 × 5.0% + 20,000.00 × 7.5%`. Differences from rounding, a cap or the period total come last,
 * so that the line adds up to the amount.
 */
export const statementFormulaOf = ({ net_cents, amount_cents, parts, share_ppm }: Earned): string => {
  if (parts.length === 0) return amount_cents === 0 ? t.earnsNothing : `${plainDollars(net_cents)} × ${blended(amount_cents, net_cents)}`;
  const terms = parts.map(({ net, rate }, index) => signed(`${plainDollars(Math.abs(net))} × ${percent(rate)}`, net < 0, index === 0));
  const left = amount_cents - earnedOn(parts);
  if (left !== 0) terms.push(fill(t.correction, { amount: signed(plainDollars(Math.abs(left)), left < 0, false) }));
  const formula = terms.join(' ');
  return share_ppm === 1_000_000 ? formula : fill(t.share, { formula, share: percent(share_ppm / 1_000_000) });
};
