import type { Explanation } from '../../../entities/explanation.ts';
import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents } from '../../money.ts';
import { type Day, periodAt, periodLabel } from '../../time/period.ts';
import type { Facts } from './facts.ts';
import { percent, usd } from './wording.ts';

const text = messages.dataUsed;
type Row = Explanation['rows'][number];

const row = (kind: Row['kind'], label: string, date: Day | null, amount: Cents | null, note: string | null = null): Row => ({
  kind,
  label,
  date,
  amount: amount === null ? null : fromCents(amount),
  note,
});

const paymentLabel = (amount: Cents, refund: boolean): string => {
  if (refund) return amount < 0 ? text.refund : text.refundReturned;
  return amount < 0 ? text.paymentReturned : text.payment;
};

/** What was read for the answer, as it was on the day. */
export const rowsOf = ({ asOf, plan, version, booking, computed, earlier, share, invoice, takesBack, ...facts }: Facts): Row[] => {
  const known = <T extends { on: Day }>(rows: readonly T[]): T[] =>
    rows.filter(({ on }) => on <= asOf).sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  const period = periodLabel(periodAt(plan.quota.period, booking.bookingDate));
  // Outside the quota, so that nothing before it matters.
  const isApart = booking.excluded || booking.credit === 'override';
  const isMemo = takesBack !== null || invoice.gross < 0;
  const notes = [
    fill(text.gross, { amount: usd(invoice.gross) }),
    ...(share === 1 ? [] : [fill(text.credited, { share: percent(share) })]),
    ...(takesBack === null ? [] : [fill(text.takesBack, { invoice: takesBack })]),
  ];
  return [
    row('plan', fill(text.plan, { plan: plan.name, version }), plan.effectiveFrom, computed.quota, fill(text.quota, { period })),
    ...(isApart
      ? []
      : [
          row('earlier', fill(earlier === 1 ? text.earlierOne : text.earlier, { count: earlier, period }), null, computed.cum, text.before),
        ]),
    row(
      'invoice',
      fill(isMemo ? text.memo : text.invoice, { number: booking.invoiceNumber }),
      booking.bookingDate,
      booking.net,
      notes.join(', '),
    ),
    ...known(facts.memos).map(({ invoiceNumber, on, net }) => row('invoice', fill(text.memo, { number: invoiceNumber }), on, net)),
    ...known(invoice.receipts).map(({ on, amount }) => row('payment', paymentLabel(amount, isMemo), on, amount)),
    ...known(invoice.expected).map(({ on, amount }) => row('payment', paymentLabel(amount, isMemo), on, amount, text.notCompleted)),
    ...known(facts.adjustments).map(({ on, amount, reason, state }) =>
      row('adjustment', reason, on, amount, state === 'pending' ? text.waits : null),
    ),
    ...known(facts.payouts).map(({ on, payDay = on, amount, state, reversal }) =>
      row('payout', reversal ? text.reversed : amount < 0 ? text.takenBack : text.payout, payDay, amount, state),
    ),
  ];
};
