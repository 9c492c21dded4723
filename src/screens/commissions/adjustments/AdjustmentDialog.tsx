import './adjustmentForm.css';
import { type SyntheticEvent, useId, useRef } from 'react';
import { invoiceLabelOf } from '../../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthName } from '../../../../contract/rules/time/dayText.ts';
import { yearOf } from '../../../../contract/rules/time/period.ts';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { centsOf, formatMoney } from '../../../ui/display/format.ts';
import { ChoiceButtons } from '../../../ui/form/Choices.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { RefusedAlert } from '../../../ui/form/RefusedAlert.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { AdjustmentDialogButtons } from './AdjustmentDialogButtons.tsx';
import { registerAmountField } from './amountField.ts';
import { InvoiceSearch } from './InvoiceSearch.tsx';
import { PersonFields } from './PersonFields.tsx';
import type { AdjustedMonth } from './useAdjusted.ts';
import { useAdjustmentForm } from './useAdjustmentForm.ts';

const t = messages.adjustmentFormText;
const subjects = [
  { value: 'invoice', label: t.forInvoice },
  { value: 'person', label: t.forPerson },
] as const;

/** The invoice of the adjusted record, and its person if known. */
const describeCommission = ({ adjustment, prefill }: Parameters<typeof useAdjustmentForm>[0]['subject']): string => {
  const invoice = adjustment ? invoiceLabelOf(adjustment) : (prefill?.invoice_number ?? '');
  const name = adjustment?.salesperson_name;
  return name ? fill(t.commissionOf, { invoice, name }) : fill(t.commission, { invoice });
};

type CommissionProps = NonNullable<ReturnType<typeof useAdjustmentForm>['commission']> & { disabled: boolean };

/** Chooses one record of an invoice with several: by salesperson if the search named them, otherwise by the server's record id. */
function CommissionField({ value, type, error, disabled, choices }: CommissionProps) {
  const options = choices.map(({ id, salesperson, amount }) => ({
    value: id,
    label: fill(t.commissionOption, { salesperson, amount: formatMoney(centsOf(amount)) }),
  }));
  return (
    <Field label={t.commissionField} error={error}>
      {(controlProps) =>
        options.length > 0 ? (
          <Select
            {...controlProps}
            value={value}
            options={[{ value: '', label: t.commissionChoose }, ...options]}
            onChange={({ target }) => type(target.value)}
            disabled={disabled}
          />
        ) : (
          <Input {...controlProps} value={value} onChange={({ target }) => type(target.value)} inputMode="numeric" disabled={disabled} />
        )
      }
    </Field>
  );
}

/** decisions 2.10: the person, the amount before and after, and the required approver. */
function Outcome({ person, month, now, after, approval }: AdjustedMonth) {
  const words = { month: month === null ? '' : `${monthName(month)} ${yearOf(month)}` };
  const facts = [
    [t.person, person],
    [month === null ? t.now : fill(t.monthNow, words), formatMoney(now)],
    [month === null ? t.after : fill(t.monthAfter, words), formatMoney(after)],
  ];
  return (
    <div>
      <dl className="details adjustment-outcome">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p role="status" className="adjustment-approval">
        {approval}
      </p>
    </div>
  );
}

/** spec 2.38, 5.02: creates an adjustment, or edits the given one. */
export default function AdjustmentDialog(props: Parameters<typeof useAdjustmentForm>[0]) {
  const binding = useAdjustmentForm(props);
  const { form, busy, errorOf, hintOf } = binding;
  const formId = useId();
  const finishLookup = useRef<() => Promise<unknown>>(() => Promise.resolve());
  /** Waits for a pending lookup, because a number typed just before submitting may identify the invoice. */
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void finishLookup.current().then(() => binding.submit());
  };
  const calculation = props.subject.adjustment?.calculation;
  const amount = registerAmountField(form.register('adjustment_amount'), () => form.getValues('adjustment_amount'));
  return (
    <Dialog
      title={binding.isEdit ? t.editTitle : t.createTitle}
      onClose={binding.close}
      dismissible={!busy}
      footer={<AdjustmentDialogButtons binding={binding} formId={formId} />}
    >
      <form id={formId} className="adjustment-form" onSubmit={submit} noValidate>
        {binding.error !== null && (
          <RefusedAlert conflicted={binding.conflicted} onTakeNewest={binding.takeNewest}>
            {binding.error} {binding.ended}
          </RefusedAlert>
        )}
        {binding.subject !== null && (
          <ChoiceButtons label={t.subject} value={binding.subject} options={subjects} onChoose={binding.chooseSubject} />
        )}
        {binding.isForPerson && <PersonFields binding={binding} />}
        {binding.adjusted ? (
          <Outcome {...binding.adjusted} />
        ) : (
          binding.commissionId !== null && <p className="muted">{describeCommission(props.subject)}</p>
        )}
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
        <Field label={t.amount} {...hintOf('adjustment_amount', t.amountHint)} error={errorOf('adjustment_amount')}>
          {(controlProps) => (
            <Input
              {...controlProps}
              {...amount}
              autoFocus
              className="adjustment-amount"
              inputMode="text"
              autoComplete="off"
              disabled={busy}
            />
          )}
        </Field>
        <Field label={t.reason} {...hintOf('adjustment_reason')} error={errorOf('adjustment_reason')}>
          {(controlProps) => <Textarea autoResize {...controlProps} {...form.register('adjustment_reason')} disabled={busy} />}
        </Field>
        {!binding.isForPerson && (
          <Field label={t.invoice} {...hintOf('related_invoice_id')} error={errorOf('related_invoice_id')}>
            {(controlProps) => (
              <InvoiceSearch
                key={binding.taken}
                text={binding.invoiceText.current ?? form.getValues('related_invoice_id')}
                lookUp={props.adjustments.service.lookUp}
                onChosen={binding.choose}
                finishLookup={finishLookup}
                field={{ ...controlProps, disabled: busy }}
              />
            )}
          </Field>
        )}
        {!binding.isForPerson && binding.commission && <CommissionField {...binding.commission} disabled={busy} />}
      </form>
    </Dialog>
  );
}
