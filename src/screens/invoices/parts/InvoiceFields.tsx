import { useId } from 'react';
import { useController } from 'react-hook-form';
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
import { Picker } from '../../../ui/picker/Picker.tsx';
import type { BoundInvoiceForm } from '../useInvoiceForm.ts';

const t = messages.invoiceForm;
export type InvoiceFieldOptions = readonly Readonly<{ value: string; label: string }>[];
type Bound = Readonly<{ bound: BoundInvoiceForm }>;
type FieldProps = Bound & Readonly<{ name: string; label: string; hint?: string; frozen?: boolean }>;

/** A searchable choice of many options. */
export function Choice({ bound, name, label, options, frozen = false }: FieldProps & { options: InvoiceFieldOptions }) {
  const { field } = useController({ control: bound.form.control, name });
  return (
    <Field label={label} error={bound.errorOf(name)}>
      {(wiring) => (
        <Picker
          {...wiring}
          label={label}
          value={String(field.value ?? '')}
          options={options}
          disabled={bound.busy || frozen}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}

export function InvoiceLineField({
  bound,
  name,
  label,
  hint,
  frozen = false,
  type = 'text',
}: FieldProps & { type?: 'text' | 'date' | 'email' | 'amount' }) {
  const kind = type === 'amount' ? { inputMode: 'decimal' as const } : { type };
  return (
    <Field label={label} {...(hint ? { hint } : {})} error={bound.errorOf(name)}>
      {(wiring) => <Input {...wiring} {...bound.form.register(name)} {...kind} autoComplete="off" disabled={bound.busy || frozen} />}
    </Field>
  );
}

/** The customer's name, with suggestions of existing customers. */
function Customer({ bound, customers }: Bound & Pick<InvoicesService, 'customers'>) {
  const listId = useId();
  const { answer, ask } = useAnswer<InvoiceCustomers['data']>(async ({ q = '' }) => (q === '' ? [] : customers(q)), { q: '' }, '');
  const register = bound.form.register('customer_name', {
    onChange: ({ target }) => ask({ q: target.value.trim().slice(0, limits.list.searchLength) }),
  });
  return (
    <Field label={t.customer} error={bound.errorOf('customer_name')}>
      {(wiring) => (
        <>
          <Input {...wiring} {...register} list={listId} autoComplete="off" disabled={bound.busy || bound.isSent} />
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

export function InvoiceNotes({ bound, name = 'notes', label = t.notes }: Bound & { name?: string; label?: string }) {
  return (
    <Field label={label} error={bound.errorOf(name)}>
      {(wiring) => <Textarea {...wiring} {...bound.form.register(name)} rows={3} disabled={bound.busy} />}
    </Field>
  );
}

/** decisions 2.14: the rate applies only if its box is checked; until then it is shown read-only. */
function Rate({ bound, frozen }: Bound & { frozen: boolean }) {
  const ticked = bound.form.watch('override_rate') === true;
  return (
    <div className="invoice-rate">
      <InvoiceLineField bound={bound} name="commission_rate" label={t.rate} hint={t.rateHint} frozen={frozen || !ticked} type="amount" />
      <CheckField control={bound.form.control} name="override_rate" label={t.override} disabled={bound.busy || frozen} />
    </div>
  );
}

type Props = Bound &
  Pick<InvoicesService, 'customers'> &
  Readonly<{ people: InvoiceFieldOptions; deals: InvoiceFieldOptions; isNew: boolean }>;

/** spec 2.61: the fields of Create Invoice; for a sent invoice only those that may still change are editable. */
export function InvoiceFields({ bound, customers, people, deals, isNew }: Props) {
  const { isSent, isConnected } = bound;
  const sendsNone = useFeature('no-mail');
  return (
    <>
      <InvoiceLineField bound={bound} name="invoice_number" label={t.number} {...(isNew ? { hint: t.numberHint } : {})} frozen={isSent} />
      <Customer bound={bound} customers={customers} />
      {bound.asksNewCustomer && <CheckField control={bound.form.control} name="new_customer" label={t.newCustomer} disabled={bound.busy} />}
      {!isSent && (
        <InvoiceLineField bound={bound} name="customer_email" label={t.email} {...(sendsNone ? {} : { hint: t.emailHint })} type="email" />
      )}
      <Choice bound={bound} name="deal_id" label={t.deal} options={deals} frozen={isSent} />
      <InvoiceLineField bound={bound} name="gross_amount" label={t.gross} type="amount" frozen={isSent} />
      <InvoiceLineField bound={bound} name="net_revenue" label={t.net} hint={t.netHint} type="amount" frozen={isSent} />
      <InvoiceLineField bound={bound} name="booking_date" label={t.booking} type="date" frozen={isSent} />
      <InvoiceLineField bound={bound} name="due_date" label={t.due} type="date" frozen={isConnected} />
      <Choice bound={bound} name="salesperson_id" label={t.person} options={people} frozen={isSent} />
      <Rate bound={bound} frozen={isConnected} />
      <InvoiceNotes bound={bound} />
    </>
  );
}
