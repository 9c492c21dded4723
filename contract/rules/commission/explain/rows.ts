import type { Explanation, TraceKind } from '../../../entities/explanation.ts';
import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import { type Day, periodAt, periodLabel } from '../../time/period.ts';
import { leaveText } from '../leave.ts';
import { type Facts, releasingInvoiceOf, type TraceFields } from './facts.ts';
import { percent, usd } from './wording.ts';

const t = messages.dataUsed;
type Row = Explanation['rows'][number];
type RowOrigin = Pick<Row, 'ref' | 'source' | 'clause' | 'records'>;

const row = (
  kind: Row['kind'],
  label: string,
  date: Day | null,
  amount: Cents | null,
  note: string | null = null,
  origin: RowOrigin = {},
): Row => ({
  kind,
  label,
  date,
  amount: amount === null ? null : fromCents(amount),
  note,
  ...origin,
});
const whereOf = (kind: TraceKind, { id, source }: TraceFields): RowOrigin => ({
  ...(id === undefined ? {} : { ref: { kind, id } }),
  ...(source === undefined ? {} : { source }),
});

const paymentLabel = (amount: Cents, refund: boolean): string => {
  if (refund) return amount < 0 ? t.refund : t.refundReturned;
  return amount < 0 ? t.paymentReturned : t.payment;
};

/** The quota's period and, if leave lowered it, the days and the amounts. */
const quotaNote = ({ leave, computed }: Pick<Facts, 'leave' | 'computed'>, period: string): string =>
  leave && leave.after === computed.quota ? leaveText(leave) : fill(t.quota, { period });

/** Notes on how the invoice counts for the person. */
const invoiceNotes = ({ asOf, plan, booking, computed, share, invoice, takesBack, split }: Facts, isOutsideQuota: boolean): string[] => {
  const countedNet = computed.base + computed.over;
  const notes = [fill(t.gross, { amount: usd(invoice.gross) })];
  if (share !== 1) notes.push(fill(t.credited, { share: percent(share) }));
  if (!isOutsideQuota && plan.measure !== 'net_revenue') notes.push(fill(t.profit, { amount: usd(countedNet) }));
  if (!isOutsideQuota && (booking.counts ?? booking.net) !== countedNet) notes.push(fill(t.counts, { amount: usd(booking.counts ?? 0) }));
  if (split && split.on <= asOf) notes.push(fill(t.byHand, { by: split.by, day: dayText(split.on), reason: split.reason }));
  if (takesBack !== null) notes.push(fill(t.takesBack, { invoice: takesBack }));
  return notes;
};

/** The rows behind the explanation, as they were on the day. */
export const calculationRowsOf = (allFacts: Facts): Row[] => {
  const { asOf, plan, version, booking, computed, earlier, invoice, takesBack, ...facts } = allFacts;
  const { receipts, expected, gross } = releasingInvoiceOf(allFacts);
  const sortKnown = <T extends { on: Day }>(rows: readonly T[]): T[] =>
    rows.filter(({ on }) => on <= asOf).sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  const days = periodAt(plan.quota.period, booking.bookingDate);
  const period = periodLabel(days);
  const { planIndex, userId } = facts;
  const isKnown = userId !== undefined;
  // This record is outside the quota, so earlier records do not matter.
  const isOutsideQuota = booking.excluded || booking.credit === 'override';
  const isRefunded = gross < 0 || (takesBack !== null && facts.original === undefined);
  const isMemo = takesBack !== null || invoice.gross < 0;
  const notes = invoiceNotes(allFacts, isOutsideQuota);
  return [
    row('plan', fill(t.plan, { plan: plan.name, version }), plan.effectiveFrom, computed.quota, quotaNote(allFacts, period), {
      ...(isKnown ? whereOf('config', { id: String(version) }) : {}),
      ...(planIndex === undefined ? {} : { clause: `plans[${planIndex}].quota` }),
    }),
    ...(isOutsideQuota
      ? []
      : [
          row(
            'earlier',
            fill(earlier === 1 ? t.earlierOne : t.earlier, { count: earlier, period }),
            null,
            computed.cum,
            t.before,
            isKnown ? { records: { user_id: userId, start_date: days.start_date, end_date: booking.bookingDate } } : {},
          ),
        ]),
    row(
      'invoice',
      fill(isMemo ? t.memo : t.invoice, { number: booking.invoiceNumber }),
      booking.bookingDate,
      booking.net,
      notes.join(', '),
      isKnown ? whereOf('invoice', { id: String(booking.id), ...(invoice.source === undefined ? {} : { source: invoice.source }) }) : {},
    ),
    ...sortKnown(facts.memos).map((memo) =>
      row('invoice', fill(t.memo, { number: memo.invoiceNumber }), memo.on, memo.net, null, whereOf('invoice', memo)),
    ),
    ...sortKnown(receipts).map((receipt) =>
      row('payment', paymentLabel(receipt.amount, isRefunded), receipt.on, receipt.amount, null, whereOf('payment', receipt)),
    ),
    ...sortKnown(expected).map((receipt) =>
      row('payment', paymentLabel(receipt.amount, isRefunded), receipt.on, receipt.amount, t.notCompleted, whereOf('payment', receipt)),
    ),
    ...sortKnown(facts.adjustments).map((adjustment) =>
      row(
        'adjustment',
        adjustment.reason,
        adjustment.on,
        adjustment.amount,
        adjustment.state === 'pending' ? t.waits : null,
        whereOf('adjustment', adjustment),
      ),
    ),
    ...sortKnown(facts.payouts).map((payout) =>
      row(
        'payout',
        payout.reversal ? t.reversed : payout.amount < 0 ? t.takenBack : t.payout,
        payout.payDay ?? payout.on,
        payout.amount,
        payout.state,
        whereOf('payout', payout),
      ),
    ),
  ];
};
