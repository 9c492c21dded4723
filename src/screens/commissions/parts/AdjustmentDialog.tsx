import { type ComponentProps, useId } from 'react';
import { cleanAmount } from '../../../../contract/forms/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';
import { useAdjustmentForm } from '../useAdjustmentForm.ts';
import { AdjustmentDialogButtons } from './AdjustmentDialogButtons.tsx';
import { InvoiceSearch } from './InvoiceSearch.tsx';

const text = messages.adjustmentForm;

type CommissionProps = { value: string; type: (typed: string) => void; error: string | null; disabled: boolean };

/** An invoice with several records: the server named them, and one is chosen here. */
function CommissionField({ value, type, error, disabled }: CommissionProps) {
  return (
    <Field label={text.commissionField} error={error}>
      {(wiring) => (
        <Input {...wiring} value={value} onChange={({ target }) => type(target.value)} inputMode="numeric" disabled={disabled} />
      )}
    </Field>
  );
}

/** spec 2.38, 5.02: create, or edit when there is an adjustment. */
export default function AdjustmentDialog(props: Parameters<typeof useAdjustmentForm>[0]) {
  const bound = useAdjustmentForm(props);
  const { form, busy, errorOf } = bound;
  const formId = useId();
  const calculation = props.subject.adjustment?.calculation;
  const amount = form.register('adjustment_amount');
  const typeAmount: ComponentProps<'input'>['onChange'] = (event) => {
    event.target.value = cleanAmount(event.target.value);
    void amount.onChange(event);
  };
  return (
    <Dialog
      title={bound.isEdit ? text.editTitle : text.createTitle}
      onClose={bound.close}
      dismissible={!busy}
      footer={<AdjustmentDialogButtons bound={bound} formId={formId} />}
    >
      <form id={formId} className="adjustment-form" onSubmit={bound.submit} noValidate>
        {bound.error !== null && (
          <Alert
            action={
              bound.conflicted && (
                <Button size="small" severity="secondary" onClick={bound.loadNewest}>
                  {text.loadNewest}
                </Button>
              )
            }
          >
            {bound.error}
          </Alert>
        )}
        {bound.newest && bound.error === null && <Alert severity="info">{text.newestLoaded}</Alert>}
        {bound.commissionId !== null && <p className="muted">{fill(text.commission, { id: bound.commissionId })}</p>}
        {calculation && (
          <dl className="details adjustment-before-after">
            <div>
              <dt>{messages.adjustments.before}</dt>
              <dd>{calculation.before}</dd>
            </div>
            <div>
              <dt>{messages.adjustments.after}</dt>
              <dd>{calculation.after}</dd>
            </div>
          </dl>
        )}
        <Field label={text.amount} hint={text.amountHint} error={errorOf('adjustment_amount')}>
          {(wiring) => (
            <Input
              {...wiring}
              {...amount}
              onChange={typeAmount}
              className="adjustment-amount"
              inputMode="text"
              autoComplete="off"
              disabled={busy}
            />
          )}
        </Field>
        <Field label={text.reason} error={errorOf('adjustment_reason')}>
          {(wiring) => <textarea {...wiring} {...form.register('adjustment_reason')} className="p-inputtext p-component" disabled={busy} />}
        </Field>
        <Field label={text.invoice} error={errorOf('related_invoice_id')}>
          {(wiring) => (
            <InvoiceSearch
              key={bound.newest?.version}
              text={bound.invoiceText.current ?? form.getValues('related_invoice_id')}
              lookUp={props.adjustments.service.lookUp}
              onChosen={(invoice) => {
                bound.invoiceText.current = invoice?.invoice_number ?? null;
                form.setValue('related_invoice_id', invoice?.id ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
              }}
              field={{ ...wiring, disabled: busy }}
            />
          )}
        </Field>
        {bound.commission && <CommissionField {...bound.commission} disabled={busy} />}
      </form>
    </Dialog>
  );
}
