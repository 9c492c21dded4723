import { type AtRate, type Cents, earnedOn, PPM, toPpm } from '../../money.ts';
import { ROUNDING } from '../clauses/keys.ts';
import type { Part } from './booking.ts';

/** A part whose amount is not rounded yet. */
export type DraftPart = Omit<Part, 'amount' | 'inferred' | 'adds'>;

/** A product rounded down to whole cents, and the millionths of a cent lost by rounding. */
type FlooredProduct = Readonly<{ cents: Cents; lost: number }>;

/** BigInt has no limit but takes ten times as long, so only products beyond the safe integers use it. */
const floorProduct = ({ net, rate }: AtRate, sign: 1 | -1): FlooredProduct => {
  const product = sign * net * toPpm(rate);
  if (Number.isSafeInteger(product)) {
    const lostMillionths = ((product % PPM) + PPM) % PPM;
    return { cents: (product - lostMillionths) / PPM, lost: lostMillionths };
  }
  const [exact, million] = [BigInt(sign) * BigInt(net) * BigInt(toPpm(rate)), BigInt(PPM)];
  const lostMillionths = ((exact % million) + million) % million;
  return { cents: Number((exact - lostMillionths) / million), lost: Number(lostMillionths) };
};

/**
 * The parts in cents, which add up to their total, rounded once: each is rounded down, and the remaining cents go to the parts with the
 * largest remainders. A reversal thus mirrors its original exactly.
 */
export const centsOfParts = (parts: readonly AtRate[]): Cents[] => {
  const total = earnedOn(parts);
  if (parts.length < 2) return parts.map(() => total);
  const sign = total < 0 ? -1 : 1;
  const exact = parts.map((part) => floorProduct(part, sign));
  const missingCents = Math.abs(total) - exact.reduce((sum, { cents }) => sum + cents, 0);
  if (missingCents === 0) return exact.map(({ cents }) => sign * cents || 0);
  const indexesByLoss = [...exact.keys()].sort((a, b) => (exact[b]?.lost ?? 0) - (exact[a]?.lost ?? 0));
  const roundedUp = new Set(indexesByLoss.slice(0, missingCents));
  return exact.map(({ cents }, index) => sign * (cents + (roundedUp.has(index) ? 1 : 0)) || 0);
};

/** A part without revenue, such as the amount a cap removed. */
export const amountPart = (clause: string, amount: Cents): Part => ({ net: 0, rate: 0, amount, clause });

/** The parts with their amounts, which add up to `total`; `rest`: the clause of any difference from the products. */
export const withAmounts = (drafts: readonly DraftPart[], total: Cents, rest = ROUNDING): Part[] => {
  const cents = centsOfParts(drafts);
  const parts: Part[] = [];
  let left = total;
  for (const [index, { net, rate, clause, plan }] of drafts.entries()) {
    const amount = cents[index] ?? 0;
    left -= amount;
    parts.push(plan === undefined ? { net, rate, amount, clause } : { net, rate, amount, clause, plan });
  }
  if (left !== 0) parts.push(amountPart(rest, left));
  return parts;
};
