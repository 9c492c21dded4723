import { useId } from 'react';
import type { InvoiceCustomers } from '../../../../contract/entities/invoice.ts';
import { limits } from '../../../../contract/limits.ts';
import { messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import type { InvoicesService } from '../../../services/invoices.ts';
import { CheckField } from '../../../shared/CheckField.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import type { BoundInvoiceForm } from '../useInvoiceForm.ts';
import { type InvoiceFieldOptions, InvoiceLineField, SearchableChoice } from './LineFields.tsx';
import { SaleFields } from './SaleFields.tsx';

const t = messages.invoiceFormText;
type Binding = Readonly<{ binding: BoundInvoiceForm }>;

/** The customer's name, with suggestions of existing customers. */
function Customer({ binding, customers }: Binding & Pick<InvoicesService, 'customers'>) {
  const listId = useId();
  const { answer, ask } = useAnswer<InvoiceCustomers['data']>(async ({ q = '' }) => (q === '' ? [] : customers(q)), { q: '' }, '');
  const register = binding.form.register('customer_name', {
    onChange: ({ target }) => ask({ q: target.value.trim().slice(0, limits.list.searchLength) }),
  });
  return (
    <Field label={t.customer} error={binding.errorOf('customer_name')}>
      {(controlProps) => (
        <>
          <Input
            {...controlProps}
            {...register}
            list={listId}
            autoComplete="off"
            disabled={binding.busy || binding.isFrozen('customer_name')}
          />
          <datalist id={listId}>
            {(answer ?? []).map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

export function InvoiceNotes({ binding, name = 'notes', label = t.notes }: Binding & { name?: string; label?: string }) {
  return (
    <Field label={label} error={binding.errorOf(name)}>
      {(controlProps) => <Textarea {...controlProps} {...binding.form.register(name)} rows={3} disabled={binding.busy} />}
    </Field>
  );
}

/** decisions 2.14: the rate applies only if its box is checked; until then it is shown read-only. */
function Rate({ binding }: Binding) {
  const hasOverride = binding.form.watch('override_rate') === true;
  const disabled = binding.busy || binding.isFrozen('override_rate');
  return (
    <div className="invoice-rate">
      <InvoiceLineField
        binding={binding}
        name="commission_rate"
        label={t.rate}
        hint={t.rateHint}
        disabled={disabled || !hasOverride}
        type="amount"
      />
      <CheckField control={binding.form.control} name="override_rate" label={t.override} disabled={disabled} />
    </div>
  );
}

type Props = Binding &
  Pick<InvoicesService, 'customers'> &
  Readonly<{ people: InvoiceFieldOptions; deals: InvoiceFieldOptions; isNew: boolean }>;

/** spec 2.61: the fields of Create Invoice. For a sent invoice, only the fields that may still change are editable. */
export function InvoiceFields({ binding, customers, people, deals, isNew }: Props) {
  const hasNoMail = useFeature('no-mail');
  return (
    <>
      <InvoiceLineField binding={binding} name="invoice_number" label={t.number} {...(isNew ? { hint: t.numberHint } : {})} />
      <Customer binding={binding} customers={customers} />
      {binding.asksNewCustomer && (
        <CheckField control={binding.form.control} name="new_customer" label={t.newCustomer} disabled={binding.busy} />
      )}
      {!binding.isSent && (
        <InvoiceLineField
          binding={binding}
          name="customer_email"
          label={t.email}
          {...(hasNoMail ? {} : { hint: t.emailHint })}
          type="email"
        />
      )}
      <SearchableChoice binding={binding} name="deal_id" label={t.deal} options={deals} />
      <InvoiceLineField binding={binding} name="gross_amount" label={t.gross} type="amount" />
      <InvoiceLineField binding={binding} name="net_revenue" label={t.net} hint={t.netHint} type="amount" />
      <InvoiceLineField binding={binding} name="booking_date" label={t.booking} type="date" />
      <InvoiceLineField binding={binding} name="due_date" label={t.due} type="date" />
      <SearchableChoice binding={binding} name="salesperson_id" label={t.person} options={people} />
      <Rate binding={binding} />
      <SaleFields binding={binding} />
      <InvoiceNotes binding={binding} />
    </>
  );
}
