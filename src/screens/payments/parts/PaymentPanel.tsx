import { useEffect } from 'react';
import type { Payment, PaymentDetail } from '../../../../contract/entities/payment.ts';
import { messages } from '../../../../contract/messages.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { titleOf } from '../paymentNames.ts';
import type { Payments } from '../usePayments.ts';
import { PaymentFacts } from './PaymentFacts.tsx';
import { PaymentLines } from './PaymentLines.tsx';
import { PaymentStory } from './PaymentStory.tsx';

const text = messages.payments;
const FACTS_PX = 320;
type Opened = Readonly<{ id: string; row: Payment | null; previous: string | null; next: string | null }>;
type Props = Readonly<{ payments: Payments; opened: Opened }>;

/** What failed by its state: a check bounces, a payment is rejected. */
const failText = ({ type, status }: Payment): string => {
  if (status === 'pending') return text.actions.reject;
  return type === 'customer_payment' ? text.actions.bounce : text.actions.fail;
};

/** What the server says may be done with the payment now. */
function Steps({ payment, payments }: { payment: Payment; payments: Payments }) {
  const { acting } = payments.view;
  const may = (action: Payment['actions'][number]): boolean => payment.actions.includes(action);
  const secondary = (words: string, front: string) => (
    <Button severity="secondary" disabled={acting} onClick={() => payments.show(payment.id, front)}>
      {words}
    </Button>
  );
  return (
    <>
      {(['approve', 'complete', 'retry'] as const).filter(may).map((kind) => (
        <Button key={kind} disabled={acting} onClick={() => payments.run({ payment, kind })}>
          {text.actions[kind]}
        </Button>
      ))}
      {may('allocate') && secondary(payment.unapplied ? text.actions.apply : text.actions.allocate, 'allocate')}
      {may('fail') && secondary(failText(payment), 'fail')}
      {may('reverse') && secondary(text.actions.reverse, 'reverse')}
    </>
  );
}

/** One payment, docked beside the list, under an address of its own; it need not be in the list. */
export default function PaymentPanel({ payments, opened }: Props) {
  const { id, row } = opened;
  const one = useAnswer<PaymentDetail>(() => payments.service.one(id), { id }, text.oneFailed);
  const { ask } = one;
  // What was done to it may have taken it off the list, or another list is shown.
  const seen = `${row?.version ?? ''} ${payments.view.acting}`;
  useEffect(() => ask({ id, seen }), [ask, id, seen]);
  const newest = one.answer && (row === null || one.answer.version >= row.version) ? one.answer : row;
  const step = (to: string | null) => (to === null ? undefined : () => payments.act.open(to));
  return (
    <RowPanel
      title={newest ? titleOf(newest) : text.title}
      onClose={payments.act.close}
      onPrevious={step(opened.previous)}
      onNext={step(opened.next)}
      actions={newest && <Steps payment={newest} payments={payments} />}
    >
      {payments.view.error !== null && <Alert onDismiss={payments.act.dismiss}>{payments.view.error}</Alert>}
      {one.error !== null && <Alert onRetry={one.refused ? undefined : one.retry}>{one.error}</Alert>}
      {newest === null && one.error === null && <Skeleton height={FACTS_PX} />}
      {newest && (
        <div className="payment-panel">
          <PaymentFacts payment={newest} />
          {one.answer && <PaymentLines payment={one.answer} />}
          {one.answer && <PaymentStory entries={one.answer.history} />}
        </div>
      )}
    </RowPanel>
  );
}
