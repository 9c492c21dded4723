import type { Day } from '../../time/period.ts';
import type { Facts, ReleasingInvoice, Standing } from './facts.ts';

/** Machine-readable reason for a record's status. */
export type CommissionReason =
  | 'excluded'
  | 'cap_reached'
  | 'adjusted_to_zero'
  | 'nothing_earned'
  | 'customer_payment'
  | 'wait_days'
  | 'held'
  | 'released'
  | 'partly_released'
  | 'payout_waiting'
  | 'rest_not_released'
  | 'paid'
  | 'payment_returned'
  | 'adjusted_down'
  | 'credit_memo'
  | 'recomputed'
  | 'paid_in_advance'
  | 'lapsed'
  | 'settled_by_credit'
  | 'moved_by_credit';

/** The facts of a record that decide the reason. */
type ReasonFacts = Readonly<{
  asOf: Day;
  excluded: boolean;
  capped: boolean;
  releasing: Pick<ReleasingInvoice, 'gross' | 'receipts'>;
  memos: readonly Readonly<{ on: Day }>[];
  adjustments: readonly Pick<Facts['adjustments'][number], 'on' | 'amount' | 'state'>[];
}>;
type ReasonStanding = Pick<
  Standing,
  'adjustments' | 'earned' | 'released' | 'held' | 'paid' | 'status' | 'releasedWithoutWait' | 'settledByCredit'
> &
  Readonly<{ lapsed: boolean }>;

const zeroReason = ({ excluded, capped }: ReasonFacts, { adjustments }: ReasonStanding): CommissionReason => {
  if (adjustments !== 0) return 'adjusted_to_zero';
  if (excluded) return 'excluded';
  return capped ? 'cap_reached' : 'nothing_earned';
};

/** The event that reduced the earned or released amount after the payout; a refund takes precedence. */
const overpaidReason = (
  { asOf, adjustments, memos, releasing: { receipts, gross } }: ReasonFacts,
  { earned, released, paid }: ReasonStanding,
): CommissionReason => {
  const isPast = ({ on }: { on: string }): boolean => on <= asOf;
  const isOpposite = (amount: number): boolean => amount !== 0 && Math.sign(amount) !== Math.sign(paid);
  if (Math.abs(paid) <= Math.abs(earned) && Math.sign(paid) === Math.sign(earned)) {
    return receipts.some((row) => isPast(row) && row.amount !== 0 && Math.sign(row.amount) !== Math.sign(gross))
      ? 'payment_returned'
      : 'paid_in_advance';
  }
  if (adjustments.some((row) => isPast(row) && row.state === 'approved' && isOpposite(row.amount))) return 'adjusted_down';
  if (memos.some(isPast)) return 'credit_memo';
  return released === earned ? 'recomputed' : 'paid_in_advance';
};

export const reasonOf = (facts: ReasonFacts, standing: ReasonStanding): CommissionReason => {
  const { earned, released, held, paid, status, releasedWithoutWait, settledByCredit, lapsed } = standing;
  if (settledByCredit && earned !== 0 && (status === 'not_due' || status === 'over_paid')) return 'settled_by_credit';
  if (settledByCredit && released !== 0 && (status === 'due' || status === 'partially_paid')) return 'moved_by_credit';
  if (status === 'over_paid') return lapsed && Math.abs(paid) <= Math.abs(earned) ? 'lapsed' : overpaidReason(facts, standing);
  if (status === 'paid') return 'paid';
  if (held && (status === 'partially_paid' || (status === 'not_due' && earned !== 0))) return 'held';
  if (status === 'partially_paid') return paid === released ? 'rest_not_released' : 'payout_waiting';
  if (status === 'due') return released === earned ? 'released' : 'partly_released';
  if (earned === 0) return zeroReason(facts, standing);
  if (releasedWithoutWait !== 0) return 'wait_days';
  return lapsed ? 'lapsed' : 'customer_payment';
};
