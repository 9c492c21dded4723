import type { PayoutDetail, PayoutStep } from '../../../contract/entities/payout.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { formatDate, formatMoney } from '../../ui/display/format.ts';

const t = messages.payouts;
const MAX_REASONS = 3;

/** The invoice count describes a decrease only if late payments reduce this check, and an increase only if they add to it. */
const lateText = ({ amount, after }: PayoutStep): string => {
  if (amount < 0) return after < 0 ? t.fewer.paid_late : t.lessLate;
  return after > 0 ? t.greater.paid_late : t.moreLate;
};
const reasonOf = (step: PayoutStep): string => {
  const { cause, amount, count } = step;
  return fill(cause === 'paid_late' ? lateText(step) : (amount < 0 ? t.fewer : t.greater)[cause], { count });
};

/** "$312.40 less than on Oct 31, 2026: 2 invoices paid late, 1 credit memo, draw recovered."; null without an earlier check. */
export const differenceText = ({ amount, baseline, steps }: Pick<PayoutDetail, 'amount' | 'baseline' | 'steps'>): string | null => {
  if (baseline === null) return null;
  const cents = toCents(amount) - toCents(baseline.amount);
  const template = cents === 0 ? t.same : cents < 0 ? t.less : t.more;
  const difference = fill(template, { amount: formatMoney(Math.abs(cents)), day: formatDate(baseline.payment_date) });
  const reasons = steps
    .filter((step) => Math.sign(step.amount) === Math.sign(cents))
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
    .slice(0, MAX_REASONS)
    .map(reasonOf);
  return reasons.length === 0 ? fill(t.end, { difference }) : fill(t.because, { difference, reasons: reasons.join(', ') });
};
