import type { Booking } from '../../../contract/rules/commission/engine.ts';
import type { Plan } from '../../../contract/rules/commission/plan.ts';

/** The rules again as exact fractions and integrals, sharing no code with the engine. Amounts in cents, rates in millionths. */
const MILLION = 1_000_000n;
const millionths = (fraction: number): bigint => BigInt(Math.round(fraction * 1_000_000));

/** Rounds half away from zero by comparing remainders. */
export const rounded = (top: bigint, bottom: bigint): bigint => {
  const quotient = top / bottom;
  const rest = top % bottom;
  const twice = rest < 0n ? -2n * rest : 2n * rest;
  return twice >= bottom ? quotient + (top < 0n ? -1n : 1n) : quotient;
};

/** The start of each tier as revenue in cents, with its rate. */
const starts = ({ tiers }: Plan, quota: number): readonly { from: bigint; rate: bigint }[] =>
  tiers.map(({ from, rate }) => ({ from: rounded(BigInt(quota) * millionths(from), MILLION), rate: millionths(rate) }));

/**
 * Unrounded earnings on revenue `x` under marginal tiers, in millionths of a cent: each tier adds the increase of its rate on the part
 * above its start.
 */
const integral = (plan: Plan, quota: number, x: bigint): bigint => {
  let before = 0n;
  let total = 0n;
  for (const [index, { from: threshold, rate }] of starts(plan, quota).entries()) {
    const above = index === 0 ? x : x > threshold ? x - threshold : 0n;
    total += above * (rate - before);
    before = rate;
  }
  return total;
};

/** The amount of one marginal record. */
export const marginalAmount = (plan: Plan, quota: number, cum: number, net: number): number =>
  Number(rounded(integral(plan, quota, BigInt(cum) + BigInt(net)) - integral(plan, quota, BigInt(cum)), MILLION));

/** The commission on revenue `x`, all at the rate reached. */
export const retroactiveTotal = (plan: Plan, quota: number, x: number): number => {
  let reached = 0n;
  for (const [index, { from: threshold, rate }] of starts(plan, quota).entries()) if (index === 0 || BigInt(x) >= threshold) reached = rate;
  return Number(rounded(BigInt(x) * reached, MILLION));
};

const key = ({ bookingDate, invoiceNumber, id }: Booking): string =>
  `${bookingDate}\u0000${invoiceNumber}\u0000${String(id).padStart(9, '0')}`;
export const inBookingOrder = (bookings: readonly Booking[]): Booking[] => {
  const keys = new Map(bookings.map((booking) => [key(booking), booking]));
  return [...keys.keys()].sort((a, b) => (a < b ? -1 : 1)).flatMap((each) => keys.get(each) ?? []);
};
