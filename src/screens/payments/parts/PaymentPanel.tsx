import type { Payment, PaymentDetail } from '../../../../contract/entities/payment.ts';
import { messages } from '../../../../contract/messages.ts';
import { OpenedRow, type OpenedRowState } from '../../../shared/lists/OpenedRow.tsx';
import { ItemStory } from '../../../shared/story/ItemStory.tsx';
import { Button } from '../../../ui/Button.tsx';
import { paymentTitle } from '../paymentNames.ts';
import type { Payments } from '../usePayments.ts';
import { PaymentAnswer, PaymentFacts } from './PaymentFacts.tsx';
import { PaymentLines } from './PaymentLines.tsx';
import { PaymentStory } from './PaymentStory.tsx';

const t = messages.payments;
type Props = Readonly<{ payments: Payments; opened: OpenedRowState<Payment> }>;

/** The name of the failure action: reject a pending payment, bounce a customer payment, fail a payout. */
const failLabel = ({ type, status }: Payment): string => {
  if (status === 'pending') return t.actions.reject;
  return type === 'customer_payment' ? t.actions.bounce : t.actions.fail;
};

/** The actions the server currently allows for the payment. */
function Steps({ payment, payments }: { payment: Payment; payments: Payments }) {
  const { acting } = payments.view;
  const isAllowed = (action: Payment['actions'][number]): boolean => payment.actions.includes(action);
  const renderPaneButton = (label: string, paneName: string) => (
    <Button severity="secondary" disabled={acting} onClick={() => payments.show(payment.id, paneName)}>
      {label}
    </Button>
  );
  return (
    <>
      {(['approve', 'complete', 'retry'] as const).filter(isAllowed).map((kind) => (
        <Button key={kind} disabled={acting} onClick={() => payments.run({ payment, kind })}>
          {t.actions[kind]}
        </Button>
      ))}
      {isAllowed('allocate') && renderPaneButton(payment.unapplied ? t.actions.apply : t.actions.allocate, 'allocate')}
      {isAllowed('fail') && renderPaneButton(failLabel(payment), 'fail')}
      {isAllowed('reverse') && renderPaneButton(t.actions.reverse, 'reverse')}
    </>
  );
}

export default function PaymentPanel({ payments, opened }: Props) {
  return (
    <OpenedRow<Payment, PaymentDetail>
      opened={opened}
      list={payments}
      load={payments.service.one}
      failed={t.oneFailed}
      title={(payment) => (payment ? paymentTitle(payment) : t.title)}
      actions={(payment) => <Steps payment={payment} payments={payments} />}
    >
      {(payment, detail) => (
        <div className="payment-panel">
          <PaymentAnswer payment={payment} />
          <PaymentFacts payment={payment} />
          {detail && <PaymentLines payment={detail} />}
          {payments.isLive && <ItemStory kind="payment" id={payment.id} version={payment.version} listsNeeds />}
          {detail && <PaymentStory entries={detail.history} />}
        </div>
      )}
    </OpenedRow>
  );
}
