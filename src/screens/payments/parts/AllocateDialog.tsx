import type { PaymentDetail } from '../../../../contract/entities/payment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useToast } from '../../../app/context.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { paymentTitle } from '../paymentNames.ts';
import { useAllocation } from '../useAllocation.ts';
import { usePaymentDialog } from '../usePaymentDialog.ts';
import type { Payments } from '../usePayments.ts';
import { AllocationField } from './Allocation.tsx';

const t = messages.paymentFormText;
const FORM_PX = 240;

function AllocateForm({ payments, payment }: { payments: Payments; payment: PaymentDetail }) {
  const { service, act } = payments;
  const toast = useToast();
  const returnToPanel = (): void => payments.show(payment.id, '');
  const allocation = useAllocation({
    service,
    payer: payment.customer_id === null ? null : { kind: 'customer', id: payment.customer_id, first: null },
    payment: payment.id,
    amount: toCents(payment.amount),
    lines: Object.fromEntries(payment.lines.map(({ kind, id, amount }) => [`${kind}-${id}`, amount.toFixed(2)])),
  });
  const dialog = usePaymentDialog({
    target: { id: payment.id, version: payment.version },
    dirty: allocation.edited && allocation.allocated !== toCents(payment.amount) - toCents(payment.unapplied ?? 0),
    save: (target, body) => service.allocate(target ?? payment, body.allocations as object[]),
    onSaved: ({ id }) => {
      toast(fill(messages.payments.done.allocated, { name: id }));
      act.reload();
      returnToPanel();
    },
    onClosed: returnToPanel,
  });
  const amount = toCents(payment.amount);
  return (
    <FormDialog
      title={t.allocateTitle}
      onClose={dialog.close}
      size="wide"
      busy={dialog.busy}
      save={t.saveAllocation}
      saving={t.saving}
      unready={!allocation.ready || !allocation.valid || allocation.allocated > amount}
      onSubmit={() => dialog.submit({ allocations: allocation.allocations })}
      layout="payment-form"
    >
      <p>{paymentTitle(payment)}</p>
      {dialog.error !== null && !dialog.fields.allocations && <Alert>{dialog.error}</Alert>}
      <AllocationField
        allocation={allocation}
        type="customer_payment"
        amount={amount}
        busy={dialog.busy}
        error={dialog.fields.allocations ?? null}
      />
    </FormDialog>
  );
}

/** Edits the allocations of a customer payment: applies a credit, or undoes or moves an allocation (decisions 2.15). */
export default function AllocateDialog({ payments, id }: { payments: Payments; id: string }) {
  const { answer, error, retry } = useAnswer<PaymentDetail>(() => payments.service.one(id), { id }, messages.payments.oneFailed);
  if (answer) return <AllocateForm payments={payments} payment={answer} />;
  return (
    <Dialog title={t.allocateTitle} onClose={payments.act.close}>
      {error === null ? <Skeleton height={FORM_PX} /> : <Alert onRetry={retry}>{error}</Alert>}
    </Dialog>
  );
}
