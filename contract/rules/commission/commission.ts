import type { CommissionStatus } from '../../entities/commission.ts';
import { type Cents, earnedOn, roundRatio } from '../money.ts';
import { defaultPlan, type ReleaseRule, ratesOf } from './plan.ts';

export type Parts = Readonly<{ base: Cents; over: Cents; amount: Cents }>;
/** A plan with two rates, as it applies to one person and quota period. */
export type TwoRates = Readonly<{ quota: Cents; baseRate: number; overRate: number }>;
const { base: baseRate, over: overRate } = ratesOf(defaultPlan);
export const defaultRates: TwoRates = { quota: defaultPlan.quota.amount, baseRate, overRate };

/**
 * One record's commission under two rates (decisions 2.02); `computePeriod` does the same for any plan.
 * @param net net revenue of the record, cents; negative only for a credit without an invoice
 * @param cum net revenue of the earlier records of the same person and quota period, cents
 */
export const commissionOf = (net: Cents, cum: Cents, { quota, baseRate, overRate }: TwoRates): Parts => {
  // Revenue below quota before and after this record; a negative record reverses the part it sits on.
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

const negate = (cents: Cents): Cents => (cents === 0 ? 0 : -cents);

/** Orders by booking_date, invoice_number, id (decisions 2.02). */
export const byBooking = <T extends { booking_date: string; invoice_number: string; id: number }>(a: T, b: T): number => {
  if (a.booking_date !== b.booking_date) return a.booking_date < b.booking_date ? -1 : 1;
  if (a.invoice_number !== b.invoice_number) return a.invoice_number < b.invoice_number ? -1 : 1;
  return a.id - b.id;
};

/**
 * The released part of a record's earned amount, in cents (decisions 2.03).
 * @param earned commission amount + approved adjustments of the record
 * @param received completed customer payments of the invoice
 * @param gross gross amount of the invoice
 */
export const releasedOf = (rule: ReleaseRule, earned: Cents, received: Cents, gross: Cents): Cents => {
  if (rule === 'on_booking') return earned;
  if (rule === 'invoice_paid_in_full' || rule === 'year_end') return (gross >= 0 ? received >= gross : received <= gross) ? earned : 0;
  if (gross === 0) return earned;
  const settled = gross < 0 ? -received : received;
  const total = Math.abs(gross);
  return settled >= total ? earned : roundRatio(BigInt(earned) * BigInt(Math.max(0, settled)), BigInt(total));
};

/**
 * The status is derived, never set (decisions 2.03). The five are disjoint and complete; if earned < 0 the signs are mirrored.
 * @param earned commission + approved adjustments
 * @param released released part of it
 * @param paid completed payouts minus reversals
 */
export const commissionStatusFor = (earned: Cents, released: Cents, paid: Cents): CommissionStatus => {
  if (earned < 0) return commissionStatusFor(-earned, negate(released), negate(paid));
  if (paid > released) return 'over_paid';
  if (paid === released && released === earned && earned > 0) return 'paid';
  if (paid > 0) return 'partially_paid';
  // A negative paid amount means that more was recovered than was ever paid, so the difference is due too.
  return released > paid ? 'due' : 'not_due';
};

/** The released amount that is not yet paid: max(0, released − paid), mirrored if earned < 0. */
export const dueOf = (earned: Cents, released: Cents, paid: Cents): Cents =>
  earned < 0 ? Math.min(0, released - paid) : Math.max(0, released - paid);

/** The common status of several records (decisions 2.06); null for an empty list. */
export const summaryStatus = (counts: Readonly<Partial<Record<CommissionStatus, number>>>): CommissionStatus | null => {
  const hasStatus = (status: CommissionStatus): boolean => (counts[status] ?? 0) > 0;
  if (hasStatus('over_paid')) return 'over_paid';
  if (hasStatus('paid') && !hasStatus('partially_paid') && !hasStatus('due') && !hasStatus('not_due')) return 'paid';
  if (hasStatus('paid') || hasStatus('partially_paid')) return 'partially_paid';
  if (hasStatus('due')) return 'due';
  return hasStatus('not_due') ? 'not_due' : null;
};
