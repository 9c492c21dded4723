import type { Explanation, TraceKind } from '../../../entities/explanation.ts';
import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import { type Day, periodAt, periodLabel } from '../../time/period.ts';
import { clausesOf } from './clauses.ts';
import { type Facts, releasingOf, type Traced } from './facts.ts';
import { percent, usd } from './wording.ts';

const text = messages.dataUsed;
type Row = Explanation['rows'][number];
type Where = Pick<Row, 'ref' | 'source' | 'clause' | 'records'>;

const row = (
  kind: Row['kind'],
  label: string,
  date: Day | null,
  amount: Cents | null,
  note: string | null = null,
  where: Where = {},
): Row => ({
  kind,
  label,
  date,
  amount: amount === null ? null : fromCents(amount),
  note,
  ...where,
});
const whereOf = (kind: TraceKind, { id, source }: Traced): Where => ({
  ...(id === undefined ? {} : { ref: { kind, id } }),
  ...(source === undefined ? {} : { source }),
});

const paymentLabel = (amount: Cents, refund: boolean): string => {
  if (refund) return amount < 0 ? text.refund : text.refundReturned;
  return amount < 0 ? text.paymentReturned : text.payment;
};

/** The rows behind the answer, as they were on the day. */
export const rowsOf = (all: Facts): Row[] => {
  const { asOf, plan, version, booking, computed, earlier, share, invoice, takesBack, ...facts } = all;
  const { receipts, expected, gross } = releasingOf(all);
  const known = <T extends { on: Day }>(rows: readonly T[]): T[] =>
    rows.filter(({ on }) => on <= asOf).sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  const days = periodAt(plan.quota.period, booking.bookingDate);
  const period = periodLabel(days);
  const { planIndex, userId } = facts;
  const isKnown = userId !== undefined;
  // Outside the quota, so earlier records do not matter.
  const isApart = booking.excluded || booking.credit === 'override';
  const isRefunded = gross < 0 || (takesBack !== null && facts.original === undefined);
  const isMemo = takesBack !== null || invoice.gross < 0;
  const notes = [
    fill(text.gross, { amount: usd(invoice.gross) }),
    ...(share === 1 ? [] : [fill(text.credited, { share: percent(share) })]),
    ...(facts.split && facts.split.on <= asOf
      ? [fill(text.byHand, { by: facts.split.by, day: dayText(facts.split.on), reason: facts.split.reason })]
      : []),
    ...(takesBack === null ? [] : [fill(text.takesBack, { invoice: takesBack })]),
  ];
  return [
    row('plan', fill(text.plan, { plan: plan.name, version }), plan.effectiveFrom, computed.quota, fill(text.quota, { period }), {
      ...(isKnown ? whereOf('config', { id: String(version) }) : {}),
      ...(planIndex === undefined ? {} : { clause: clausesOf(plan, planIndex).quota }),
    }),
    ...(isApart
      ? []
      : [
          row(
            'earlier',
            fill(earlier === 1 ? text.earlierOne : text.earlier, { count: earlier, period }),
            null,
            computed.cum,
            text.before,
            isKnown ? { records: { user_id: userId, start_date: days.start_date, end_date: booking.bookingDate } } : {},
          ),
        ]),
    row(
      'invoice',
      fill(isMemo ? text.memo : text.invoice, { number: booking.invoiceNumber }),
      booking.bookingDate,
      booking.net,
      notes.join(', '),
      isKnown ? whereOf('invoice', { id: String(booking.id), ...(invoice.source === undefined ? {} : { source: invoice.source }) }) : {},
    ),
    ...known(facts.memos).map((memo) =>
      row('invoice', fill(text.memo, { number: memo.invoiceNumber }), memo.on, memo.net, null, whereOf('invoice', memo)),
    ),
    ...known(receipts).map((one) =>
      row('payment', paymentLabel(one.amount, isRefunded), one.on, one.amount, null, whereOf('payment', one)),
    ),
    ...known(expected).map((one) =>
      row('payment', paymentLabel(one.amount, isRefunded), one.on, one.amount, text.notCompleted, whereOf('payment', one)),
    ),
    ...known(facts.adjustments).map((one) =>
      row('adjustment', one.reason, one.on, one.amount, one.state === 'pending' ? text.waits : null, whereOf('adjustment', one)),
    ),
    ...known(facts.payouts).map((one) =>
      row(
        'payout',
        one.reversal ? text.reversed : one.amount < 0 ? text.takenBack : text.payout,
        one.payDay ?? one.on,
        one.amount,
        one.state,
        whereOf('payout', one),
      ),
    ),
  ];
};
