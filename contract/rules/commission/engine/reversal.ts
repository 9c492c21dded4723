import { type AtRate, type Cents, earnedOn, roundRatio } from '../../money.ts';
import { exclusionKey, MEMO, ROUNDING } from '../clauses/keys.ts';
import type { StandingSums } from '../conditions.ts';
import type { Booking, Original } from './booking.ts';
import { isOutsideTiers, teamKeyOf } from './eligibility.ts';
import { withAmounts } from './parts.ts';
import type { Priced } from './price.ts';

/**
 * The original at its own rates, in the proportion that the memo reverses; the last part takes the rounding remainder. Each memo reverses
 * the total of all memos so far minus the net that earlier ones reversed (`taken`), so that no cent is left over.
 */
const reversedPart = (original: Original, net: Cents, taken: Cents): Original => {
  if (original.net === 0)
    return { parts: net === 0 ? [] : [{ net, rate: 0 }], base: net, over: 0, amount: taken === 0 ? 0 - original.amount : 0, net };
  const proportionOf = (cents: Cents, net: Cents): Cents =>
    roundRatio(BigInt(cents) * BigInt(net * Math.sign(original.net)), BigInt(Math.abs(original.net)));
  const share = (cents: Cents): Cents => proportionOf(cents, taken + net) - (taken === 0 ? 0 : proportionOf(cents, taken));
  const base = share(original.base);
  // The amount includes parts without revenue, such as a cap's.
  const parts = original.parts.filter((part) => part.net !== 0).map((part) => ({ net: share(part.net), rate: part.rate }));
  const remainder = net - parts.reduce((sum, part) => sum + part.net, 0);
  const last = parts.length - 1;
  return {
    parts: parts.map((part, index) => (index === last ? { ...part, net: part.net + remainder } : part)).filter((part) => part.net !== 0),
    base,
    over: net - base,
    amount: share(original.amount),
    net,
  };
};

/** Divides a net revenue in the proportion of `shares`; the parts add up to it. */
const distribute = (net: Cents, shares: readonly Cents[]): Cents[] => {
  const totalShares = shares.reduce((sum, share) => sum + share, 0);
  if (totalShares === 0) return [];
  let [cumulative, distributed] = [0, 0];
  return shares.map((share) => {
    cumulative += share;
    const part = roundRatio(BigInt(net) * BigInt(cumulative * Math.sign(totalShares)), BigInt(Math.abs(totalShares))) - distributed;
    distributed += part;
    return part;
  });
};

const isUnpaid = (parts: readonly AtRate[]): boolean => parts.every(({ rate }) => rate === 0);

/** A memo that reverses part of its original as recorded; `entry`: the original's own line, if it is in the period. */
export const priceReversal = (booking: Booking, original: Original, entry: Priced | null, taken: Cents): Priced => {
  const { net } = booking;
  const { parts, base, over, amount } = reversedPart(original, net, taken);
  const kind = entry?.kind ?? (isOutsideTiers(booking) ? 'outside tiers' : 'own rate');
  const reversed = (cents: Cents): Cents => (cents === 0 ? 0 : reversedPart({ ...original, amount: cents }, net, taken).amount);
  const reversedSums = (sums: StandingSums = {}): StandingSums =>
    Object.fromEntries(Object.entries(sums).map(([key, cents]) => [key, reversed(cents)]));
  // The memo's own rule decides, so its parts name neither the tiers nor the caps of the original.
  const clause = booking.excluded && isUnpaid(original.parts) ? exclusionKey(booking.exclusion ?? 0) : MEMO;
  const drafts = parts.map((part) => ({ ...part, clause }));
  const rest = original.amount === earnedOn(original.parts) ? ROUNDING : MEMO;
  return {
    kind,
    clause: entry?.clause ?? 0,
    parts: withAmounts(drafts, amount, rest),
    base,
    over,
    uncapped: amount,
    raised: 0,
    rated: entry === null ? [] : distribute(net, entry.rated),
    step: reversed(entry?.step ?? 0),
    kicked: reversedSums(entry?.kicked),
    kicks: reversedSums(entry?.kicks),
    moved: 0,
    team: teamKeyOf(booking),
  };
};
