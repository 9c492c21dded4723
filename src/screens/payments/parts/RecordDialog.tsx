import type { PaymentChoice } from '../../../../contract/entities/payment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { CheckField } from '../../../shared/CheckField.tsx';
import { usePayees } from '../../../shared/payments/usePayees.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import FormDialog from '../../../ui/dialog/FormDialog.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { ChoiceButtons } from '../../../ui/form/Choices.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { methodOptions } from '../paymentNames.ts';
import type { Payments } from '../usePayments.ts';
import { type BoundRecordForm, useRecordForm } from '../useRecordForm.ts';
import { AllocationField } from './Allocation.tsx';
import { PayerField } from './Payer.tsx';

const t = messages.paymentFormText;
const typeOptions = [
  { value: 'customer_payment', label: messages.payments.types.customer_payment },
  { value: 'commission_payment', label: messages.payments.types.commission_payment },
] as const;
const FORM_PX = 420;
type Binding = Readonly<{ binding: BoundRecordForm; payments: Payments }>;

function PayerSection({ binding, payments }: Binding) {
  const people = usePayees(payments.isLive);
  const { busy } = binding.dialog;
  const error = binding.errorOf('payer');
  if (binding.type === 'customer_payment')
    return <PayerField service={payments.service} busy={busy} error={error} chosen={binding.choice} onChoose={binding.choosePayer} />;
  return (
    <Field label={t.payee} error={error}>
      {(controlProps) => (
        <Picker
          {...controlProps}
          label={t.payee}
          value={binding.form.watch('payer')}
          options={[{ value: '', label: '' }, ...people]}
          disabled={busy}
          onChange={binding.choosePerson}
        />
      )}
    </Field>
  );
}

function Fields({ binding, payments }: Binding) {
  const { form, dialog, errorOf, today, type } = binding;
  const { busy } = dialog;
  return (
    <>
      <ChoiceButtons label={t.type} value={type} options={typeOptions} onChoose={binding.chooseType} />
      <PayerSection key={type} binding={binding} payments={payments} />
      <div className="payment-fields">
        <Field label={t.amount} error={errorOf('amount')}>
          {(controlProps) => (
            <Input {...controlProps} {...form.register('amount')} inputMode="decimal" autoComplete="off" disabled={busy} />
          )}
        </Field>
        <Field label={t.date} error={errorOf('payment_date')}>
          {(controlProps) => (
            <Input
              {...controlProps}
              {...form.register('payment_date')}
              type="date"
              max={type === 'customer_payment' ? today : undefined}
              disabled={busy}
            />
          )}
        </Field>
        <Field label={t.method} error={errorOf('payment_method')}>
          {(controlProps) => <Select {...controlProps} {...form.register('payment_method')} options={methodOptions} disabled={busy} />}
        </Field>
        <Field label={t.reference} error={errorOf('reference')}>
          {(controlProps) => <Input {...controlProps} {...form.register('reference')} autoComplete="off" disabled={busy} />}
        </Field>
      </div>
      <Field label={t.notes} error={errorOf('notes')}>
        {(controlProps) => <Textarea {...controlProps} {...form.register('notes')} rows={2} disabled={busy} />}
      </Field>
      {type === 'customer_payment' ? (
        <div>
          <CheckField control={form.control} name="cleared" label={t.cleared} disabled={busy} />
          {!binding.cleared && <p className="field-hint">{t.clearedHint}</p>}
        </div>
      ) : (
        <p className="muted">{t.approval}</p>
      )}
    </>
  );
}

function RecordForm({ payments, invoiceChoice }: { payments: Payments; invoiceChoice: PaymentChoice | null }) {
  const binding = useRecordForm(payments, invoiceChoice);
  const { dialog } = binding;
  return (
    <FormDialog
      title={t.title}
      onClose={dialog.close}
      size="wide"
      busy={dialog.busy}
      save={t.save}
      saving={t.saving}
      unready={!binding.isValid}
      onSubmit={binding.submit}
      layout="payment-form"
    >
      {dialog.duplicate && (
        <Alert
          severity="warning"
          onDismiss={dialog.deny}
          action={
            <Button size="small" severity="secondary" onClick={binding.confirm}>
              {t.saveAnyway}
            </Button>
          }
        >
          {fill(t.duplicate, { name: dialog.duplicate.id })}
        </Alert>
      )}
      {dialog.error !== null && Object.keys(dialog.fields).length === 0 && <Alert>{dialog.error}</Alert>}
      <Fields binding={binding} payments={payments} />
      <AllocationField
        allocation={binding.allocation}
        type={binding.type}
        amount={binding.amount}
        busy={dialog.busy}
        error={dialog.fields.allocations ?? null}
      />
    </FormDialog>
  );
}

/** spec 2.60: records a customer or commission payment with its allocations. @param number the invoice to pay, or null */
export default function RecordDialog({ payments, number }: { payments: Payments; number: string | null }) {
  const { answer, error, retry } = useAnswer<readonly PaymentChoice[]>(
    async () => (number === null ? [] : payments.service.choices(number)),
    { number: number ?? '' },
    t.searchFailed,
  );
  if (number === null) return <RecordForm payments={payments} invoiceChoice={null} />;
  if (answer) {
    const invoiceChoice = answer.find(({ kind, label }) => kind === 'invoice' && label.startsWith(`${number}, `)) ?? null;
    return <RecordForm payments={payments} invoiceChoice={invoiceChoice} />;
  }
  return (
    <Dialog title={t.title} size="wide" onClose={payments.act.close}>
      {error === null ? <Skeleton height={FORM_PX} /> : <Alert onRetry={retry}>{error}</Alert>}
    </Dialog>
  );
}
