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

const text = messages.invoiceForm;
export type Options = readonly Readonly<{ value: string; label: string }>[];
type Bound = Readonly<{ bound: BoundInvoiceForm }>;
type FieldProps = Bound & Readonly<{ name: string; label: string; hint?: string; frozen?: boolean }>;

/** A searchable choice of many options. */
export function Choice({ bound, name, label, options, frozen = false }: FieldProps & { options: Options }) {
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

export function Line({
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
    <Field label={text.customer} error={bound.errorOf('customer_name')}>
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

export function Notes({ bound, name = 'notes', label = text.notes }: Bound & { name?: string; label?: string }) {
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
      <Line bound={bound} name="commission_rate" label={text.rate} hint={text.rateHint} frozen={frozen || !ticked} type="amount" />
      <CheckField control={bound.form.control} name="override_rate" label={text.override} disabled={bound.busy || frozen} />
    </div>
  );
}

type Props = Bound & Pick<InvoicesService, 'customers'> & Readonly<{ people: Options; deals: Options; isNew: boolean }>;

/** spec 2.61: the fields of Create Invoice; for a sent invoice only those that may still change are editable. */
export function InvoiceFields({ bound, customers, people, deals, isNew }: Props) {
  const { isSent, isConnected } = bound;
  const sendsNone = useFeature('no-mail');
  return (
    <>
      <Line bound={bound} name="invoice_number" label={text.number} {...(isNew ? { hint: text.numberHint } : {})} frozen={isSent} />
      <Customer bound={bound} customers={customers} />
      {bound.asksNewCustomer && (
        <CheckField control={bound.form.control} name="new_customer" label={text.newCustomer} disabled={bound.busy} />
      )}
      {!isSent && (
        <Line bound={bound} name="customer_email" label={text.email} {...(sendsNone ? {} : { hint: text.emailHint })} type="email" />
      )}
      <Choice bound={bound} name="deal_id" label={text.deal} options={deals} frozen={isSent} />
      <Line bound={bound} name="gross_amount" label={text.gross} type="amount" frozen={isSent} />
      <Line bound={bound} name="net_revenue" label={text.net} hint={text.netHint} type="amount" frozen={isSent} />
      <Line bound={bound} name="booking_date" label={text.booking} type="date" frozen={isSent} />
      <Line bound={bound} name="due_date" label={text.due} type="date" frozen={isConnected} />
      <Choice bound={bound} name="salesperson_id" label={text.person} options={people} frozen={isSent} />
      <Rate bound={bound} frozen={isConnected} />
      <Notes bound={bound} />
    </>
  );
}
