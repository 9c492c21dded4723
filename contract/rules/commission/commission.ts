import type { CommissionStatus } from '../../entities/commission.ts';
import { type Cents, earnedOn, roundRatio } from '../money.ts';
import { defaultPlan, type ReleaseRule, ratesOf } from './plan.ts';

export type Parts = Readonly<{ base: Cents; over: Cents; amount: Cents }>;
/** A plan of two rates, as it is for one person and quota period. */
export type TwoRates = Readonly<{ quota: Cents; baseRate: number; overRate: number }>;
const { base: baseRate, over: overRate } = ratesOf(defaultPlan);
export const defaultRates: TwoRates = { quota: defaultPlan.quota.amount, baseRate, overRate };

/**
 * One record's commission under two rates (decisions 2, "Records"); `computePeriod` is the same for any plan.
 * @param net net revenue of the record, cents; negative only for what reverses nothing (a credit memo uses `reversed`)
 * @param cum net revenue of the earlier records of the same person and quota period, cents
 */
export const commissionOf = (net: Cents, cum: Cents, { quota, baseRate, overRate }: TwoRates): Parts => {
  // What lies under the quota before and after the record: the same for a negative one, which so undoes what it stands on.
  const base = Math.min(quota, cum + net) - Math.min(quota, cum);
  const over = net - base;
  return {
    base,
    over,
    amount: earnedOn([
      { net: base, rate: baseRate },
      { net: over, rate: overRate },
    ]),
  };
};

const negative = (cents: Cents): Cents => (cents === 0 ? 0 : -cents);

/** A credit memo reverses the original record's parts at their original rates. */
export const reversed = ({ base, over, amount }: Parts): Parts => ({
  base: negative(base),
  over: negative(over),
  amount: negative(amount),
});

/** Earlier first: booking_date, invoice_number, id (decisions 2). */
export const byBooking = <T extends { booking_date: string; invoice_number: string; id: number }>(a: T, b: T): number => {
  if (a.booking_date !== b.booking_date) return a.booking_date < b.booking_date ? -1 : 1;
  if (a.invoice_number !== b.invoice_number) return a.invoice_number < b.invoice_number ? -1 : 1;
  return a.id - b.id;
};

/**
 * D, the released cents of C (decisions 2).
 * @param c commission amount + approved adjustments of the record
 * @param received completed customer payments of the invoice
 * @param gross gross amount of the invoice
 */
export const releasedOf = (rule: ReleaseRule, c: Cents, received: Cents, gross: Cents): Cents => {
  if (rule === 'on_booking') return c;
  if (rule === 'invoice_paid_in_full') return (gross >= 0 ? received >= gross : received <= gross) ? c : 0;
  if (gross === 0) return c;
  const paid = gross < 0 ? -received : received;
  const whole = Math.abs(gross);
  return paid >= whole ? c : roundRatio(BigInt(c) * BigInt(Math.max(0, paid)), BigInt(whole));
};

/**
 * The status is derived, never set (decisions 2). The five are disjoint and total; for C < 0 the signs are mirrored.
 * @param c commission + approved adjustments
 * @param d released part of it
 * @param p completed payouts minus reversals
 */
export const statusOf = (c: Cents, d: Cents, p: Cents): CommissionStatus => {
  if (c < 0) return statusOf(-c, negative(d), negative(p));
  if (p > d) return 'over_paid';
  if (p === d && d === c && c > 0) return 'paid';
  if (p > 0) return 'partially_paid';
  // Below zero more was taken back than ever was paid: that is owed as well.
  return d > p ? 'due' : 'not_due';
};

/** What is released and not yet paid: max(0, D − P), mirrored for C < 0. */
export const dueOf = (c: Cents, d: Cents, p: Cents): Cents => (c < 0 ? Math.min(0, d - p) : Math.max(0, d - p));

/** The status of many (decisions 2, "Summary"); null where there are none. */
export const summaryStatus = (counts: Readonly<Partial<Record<CommissionStatus, number>>>): CommissionStatus | null => {
  const has = (status: CommissionStatus): boolean => (counts[status] ?? 0) > 0;
  if (has('over_paid')) return 'over_paid';
  if (has('paid') && !has('partially_paid') && !has('due') && !has('not_due')) return 'paid';
  if (has('paid') || has('partially_paid')) return 'partially_paid';
  if (has('due')) return 'due';
  return has('not_due') ? 'not_due' : null;
};
