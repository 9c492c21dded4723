import { type SyntheticEvent, useId, useRef } from 'react';
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
import { amountField } from './amountField.ts';
import { InvoiceSearch } from './InvoiceSearch.tsx';
import { PersonFields } from './PersonFields.tsx';
import type { AdjustedMonth } from './useAdjusted.ts';
import { useAdjustmentForm } from './useAdjustmentForm.ts';

const t = messages.adjustmentForm;
const subjects = [
  { value: 'invoice', label: t.forInvoice },
  { value: 'person', label: t.forPerson },
] as const;

type CommissionProps = NonNullable<ReturnType<typeof useAdjustmentForm>['commission']> & { disabled: boolean };

/** Chooses one record of an invoice with several: by salesperson if the search named them, otherwise by the server's record id. */
function CommissionField({ value, type, error, disabled, choices }: CommissionProps) {
  const options = choices.map(({ id, salesperson, amount }) => ({
    value: id,
    label: fill(t.commissionOption, { salesperson, amount: formatMoney(centsOf(amount)) }),
  }));
  return (
    <Field label={t.commissionField} error={error}>
      {(wiring) =>
        options.length > 0 ? (
          <Select
            {...wiring}
            value={value}
            options={[{ value: '', label: t.commissionChoose }, ...options]}
            onChange={({ target }) => type(target.value)}
            disabled={disabled}
          />
        ) : (
          <Input {...wiring} value={value} onChange={({ target }) => type(target.value)} inputMode="numeric" disabled={disabled} />
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
  const bound = useAdjustmentForm(props);
  const { form, busy, errorOf, hintOf } = bound;
  const formId = useId();
  const settle = useRef<() => Promise<unknown>>(() => Promise.resolve());
  /** Finishes the lookup of a number typed just before submitting: it may be the invoice. */
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void settle.current().then(() => bound.submit());
  };
  const calculation = props.subject.adjustment?.calculation;
  const amount = amountField(form.register('adjustment_amount'), () => form.getValues('adjustment_amount'));
  return (
    <Dialog
      title={bound.isEdit ? t.editTitle : t.createTitle}
      onClose={bound.close}
      dismissible={!busy}
      footer={<AdjustmentDialogButtons bound={bound} formId={formId} />}
    >
      <form id={formId} className="adjustment-form" onSubmit={submit} noValidate>
        {bound.error !== null && (
          <RefusedAlert conflicted={bound.conflicted} onTakeNewest={bound.takeNewest}>
            {bound.error} {bound.ended}
          </RefusedAlert>
        )}
        {bound.subject !== null && (
          <ChoiceButtons label={t.subject} value={bound.subject} options={subjects} onChoose={bound.chooseSubject} />
        )}
        {bound.isForPerson && <PersonFields bound={bound} />}
        {bound.adjusted ? (
          <Outcome {...bound.adjusted} />
        ) : (
          bound.commissionId !== null && <p className="muted">{fill(t.commission, { id: bound.commissionId })}</p>
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
          {(wiring) => (
            <Input {...wiring} {...amount} autoFocus className="adjustment-amount" inputMode="text" autoComplete="off" disabled={busy} />
          )}
        </Field>
        <Field label={t.reason} {...hintOf('adjustment_reason')} error={errorOf('adjustment_reason')}>
          {(wiring) => <Textarea autoResize {...wiring} {...form.register('adjustment_reason')} disabled={busy} />}
        </Field>
        {!bound.isForPerson && (
          <Field label={t.invoice} {...hintOf('related_invoice_id')} error={errorOf('related_invoice_id')}>
            {(wiring) => (
              <InvoiceSearch
                key={bound.taken}
                text={bound.invoiceText.current ?? form.getValues('related_invoice_id')}
                lookUp={props.adjustments.service.lookUp}
                onChosen={bound.choose}
                settle={settle}
                field={{ ...wiring, disabled: busy }}
              />
            )}
          </Field>
        )}
        {!bound.isForPerson && bound.commission && <CommissionField {...bound.commission} disabled={busy} />}
      </form>
    </Dialog>
  );
}
