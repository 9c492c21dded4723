import { methodText } from '../../../shared/payments/methodText.ts';
import '../../../ui/display/facts.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Payment, paymentStateBadges } from '../../../../contract/entities/payment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { PanelAnswer } from '../../../shared/lists/PanelAnswer.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate, formatMoney, NONE } from '../../../ui/display/format.ts';
import { partyOf, paymentAmountText } from '../paymentNames.ts';

const t = messages.payments;
const { columns, panel } = t;

const renderPaymentLink = (id: string): ReactNode => <Link href={`/payments?${new URLSearchParams({ payment: id })}`}>{id}</Link>;
const renderRunLink = (id: string): ReactNode => <Link href={`/payments?${new URLSearchParams({ run: id })}`}>{id}</Link>;
const renderListLink = (filters: Record<string, string>, label: string): ReactNode => (
  <Link href={`/payments?${new URLSearchParams(filters)}`}>{label}</Link>
);

const toAnswer = (payment: Payment): string =>
  fill(panel.answers[payment.type][payment.status], {
    amount: paymentAmountText(payment),
    party: partyOf(payment),
    day: formatDate(payment.payment_date),
  });

/** The status of a payment, and why it failed. */
export function PaymentAnswer({ payment }: { payment: Payment }) {
  const reason = payment.failure === null ? '' : ` ${payment.failure}`;
  return (
    <PanelAnswer badge={paymentStateBadges[payment.status]}>
      {toAnswer(payment)}
      {reason}
    </PanelAnswer>
  );
}

/** The facts of a payment; each name links to related items. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const counterparty =
    payment.user_id === null
      ? renderListLink({ search: partyOf(payment) }, partyOf(payment))
      : renderListLink({ person: payment.user_id }, partyOf(payment));
  const facts: readonly (readonly [string, ReactNode])[] = [
    [columns.amount, paymentAmountText(payment)],
    [columns.party, counterparty],
    [columns.payment_date, formatDate(payment.payment_date)],
    [columns.payment_method, methodText(payment.payment_method)],
    [columns.reference, payment.reference ?? NONE],
    ...(payment.unapplied ? [[panel.unapplied, formatMoney(toCents(payment.unapplied))] as const] : []),
    [panel.createdBy, payment.created_by ?? payment.source ?? NONE],
    ...(payment.approved_by === null ? [] : [[panel.approvedBy, payment.approved_by] as const]),
    ...(payment.run_id === null ? [] : [[panel.run, renderRunLink(payment.run_id)] as const]),
    ...(payment.reversal_of === null ? [] : [[panel.reversalOf, renderPaymentLink(payment.reversal_of)] as const]),
    ...(payment.reversed_by === null ? [] : [[panel.reversedBy, renderPaymentLink(payment.reversed_by)] as const]),
    ...(payment.notes === null ? [] : [[columns.notes, payment.notes] as const]),
  ];
  return (
    <section aria-label={panel.facts}>
      {payment.self_approved && <Alert severity="warning">{panel.selfApproved}</Alert>}
      {payment.source !== null && <Alert severity="info">{fill(panel.source, { source: payment.source })}</Alert>}
      <dl className="facts payment-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
