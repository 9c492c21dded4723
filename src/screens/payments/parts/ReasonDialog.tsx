import { useState } from 'react';
import type { Payment } from '../../../../contract/entities/payment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useToast } from '../../../app/context.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { paymentAmountText, paymentTitle } from '../paymentNames.ts';
import { usePaymentDialog } from '../usePaymentDialog.ts';
import type { Payments } from '../usePayments.ts';

const t = messages.payments;
const SKELETON_HEIGHT_PX = 160;
type Kind = 'fail' | 'reverse';

const reasonKey = ({ type, status }: Payment, kind: Kind): keyof typeof t.askReason => {
  if (kind === 'reverse') return 'reverse';
  if (status === 'pending') return 'reject';
  return type === 'customer_payment' ? 'bounce' : 'fail';
};

function ReasonForm({ payments, payment, kind }: { payments: Payments; payment: Payment; kind: Kind }) {
  const toast = useToast();
  const [reason, setReason] = useState('');
  const returnToPanel = (): void => payments.show(payment.id, '');
  const dialog = usePaymentDialog({
    target: { id: payment.id, version: payment.version },
    dirty: reason.trim() !== '',
    save: (target, body) => payments.service.step(target ?? payment, kind, body),
    onSaved: ({ id }) => {
      toast(fill(t.done[kind], { name: id }));
      payments.act.reload();
      returnToPanel();
    },
    onClosed: returnToPanel,
  });
  const stepText = reasonKey(payment, kind);
  return (
    <FormDialog
      title={t.actions[stepText]}
      onClose={dialog.close}
      busy={dialog.busy}
      save={t.actions[stepText]}
      saving={messages.paymentFormText.saving}
      severity="danger"
      onSubmit={() => dialog.submit({ reason })}
      layout="payment-form"
    >
      <p>{paymentTitle(payment)}</p>
      {dialog.error !== null && !dialog.fields.reason && <Alert>{dialog.error}</Alert>}
      <Field
        label={fill(t.askReason[stepText], { name: payment.id, amount: paymentAmountText(payment) })}
        error={dialog.fields.reason ?? null}
      >
        {(controlProps) => (
          <Textarea {...controlProps} rows={3} value={reason} disabled={dialog.busy} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}

/** Asks why a payment failed or is reversed (decisions 2.16); loads the payment first, so the dialog can name it. */
export default function ReasonDialog({ payments, id, kind }: { payments: Payments; id: string; kind: Kind }) {
  const { answer, error, retry } = useAnswer<Payment>(() => payments.service.one(id), { id }, t.oneFailed);
  if (answer) return <ReasonForm payments={payments} payment={answer} kind={kind} />;
  return (
    <Dialog title={t.title} onClose={payments.act.close}>
      {error === null ? <Skeleton height={SKELETON_HEIGHT_PX} /> : <Alert onRetry={retry}>{error}</Alert>}
    </Dialog>
  );
}
