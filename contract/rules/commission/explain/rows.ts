import type { Explanation } from '../../../entities/explanation.ts';
import { type Cents, fromCents } from '../../money.ts';
import { type Day, periodAt, periodLabel } from '../../time/period.ts';
import type { Facts } from './facts.ts';
import { percent, usd } from './wording.ts';

type Row = Explanation['rows'][number];

const row = (kind: Row['kind'], label: string, date: Day | null, amount: Cents | null, note: string | null = null): Row => ({
  kind,
  label,
  date,
  amount: amount === null ? null : fromCents(amount),
  note,
});

const paymentLabel = (amount: Cents, refund: boolean): string => {
  if (refund) return amount < 0 ? 'Refund to the customer' : 'Refund that came back';
  return amount < 0 ? 'Payment that went back' : 'Customer payment';
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
    `gross ${usd(invoice.gross)}`,
    ...(share === 1 ? [] : [`${percent(share)} credited`]),
    ...(takesBack === null ? [] : [`takes back invoice ${takesBack}`]),
  ];
  return [
    row('plan', `${plan.name}, version ${version}`, plan.effectiveFrom, computed.quota, `quota of ${period}`),
    ...(isApart
      ? []
      : [
          row(
            'earlier',
            `${earlier} earlier ${earlier === 1 ? 'record' : 'records'} of ${period}`,
            null,
            computed.cum,
            'net revenue before this record',
          ),
        ]),
    row('invoice', `${isMemo ? 'Credit memo' : 'Invoice'} ${booking.invoiceNumber}`, booking.bookingDate, booking.net, notes.join(', ')),
    ...known(facts.memos).map(({ invoiceNumber, on, net }) => row('invoice', `Credit memo ${invoiceNumber}`, on, net)),
    ...known(invoice.receipts).map(({ on, amount }) => row('payment', paymentLabel(amount, isMemo), on, amount)),
    ...known(invoice.expected).map(({ on, amount }) => row('payment', paymentLabel(amount, isMemo), on, amount, 'not completed')),
    ...known(facts.adjustments).map(({ on, amount, reason, state }) =>
      row('adjustment', reason, on, amount, state === 'pending' ? 'waits for approval' : null),
    ),
    ...known(facts.payouts).map(({ on, payDay = on, amount, state, reversal }) =>
      row('payout', reversal ? 'Payout reversed' : amount < 0 ? 'Taken back' : 'Payout', payDay, amount, state),
    ),
  ];
};
