import { useMemo } from 'react';
import { useController } from 'react-hook-form';
import type { DealChoice } from '../../../../contract/entities/deal.ts';
import { messages } from '../../../../contract/messages.ts';
import type { DealsService } from '../../../services/deals.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import Suggest from '../../../ui/form/Suggest.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { stageOptions } from '../dealNames.ts';
import type { BoundDealForm } from '../useDealForm.ts';

const t = messages.dealFormText;
type Option = Readonly<{ value: string; label: string }>;
type Binding = Readonly<{ binding: BoundDealForm }>;

/** Chooses the owner; searchable because there are many sellers. */
function Owner({ binding, options }: Binding & { options: readonly Option[] }) {
  const { field } = useController({ control: binding.form.control, name: 'owner_id' });
  return (
    <Field label={t.owner} error={binding.errorOf('owner_id')}>
      {(controlProps) => (
        <Picker
          {...controlProps}
          label={t.owner}
          value={field.value ?? ''}
          options={options}
          disabled={binding.busy}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}

/** The customer's name, with suggestions of existing customers. */
function Customer({ binding, service }: Binding & { service: DealsService }) {
  const { field } = useController({ control: binding.form.control, name: 'customer_name' });
  const { answer, ask } = useAnswer<readonly DealChoice[]>(
    async ({ q = '' }) => (q === '' ? [] : service.choices('customer', q)),
    { q: '' },
    '',
  );
  const customers = useMemo(() => (answer ?? []).map(({ label }) => label), [answer]);
  return (
    <Field label={t.customer} hint={t.customerHint} error={binding.errorOf('customer_name')}>
      {(controlProps) => (
        <Suggest
          {...controlProps}
          label={t.customers}
          value={field.value ?? ''}
          suggestions={customers}
          disabled={binding.busy}
          onAsk={(q) => ask({ q })}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}

export function DealNotes({ binding }: Binding) {
  return (
    <Field label={t.notes} error={binding.errorOf('notes')}>
      {(controlProps) => <Textarea {...controlProps} {...binding.form.register('notes')} rows={4} disabled={binding.busy} />}
    </Field>
  );
}

type Props = Binding & Readonly<{ service: DealsService; owners: readonly Option[]; isNew: boolean }>;

/** The fields of a deal; owner, amount and close date are optional. */
export function DealFields({ binding, service, owners, isNew }: Props) {
  const { form, busy, errorOf } = binding;
  return (
    <>
      <Field label={t.name} error={errorOf('name')}>
        {(controlProps) => <Input {...controlProps} {...form.register('name')} autoComplete="off" disabled={busy} />}
      </Field>
      <Customer binding={binding} service={service} />
      <Owner binding={binding} options={owners} />
      {isNew && (
        <Field label={t.stage} error={errorOf('stage')}>
          {(controlProps) => <Select {...controlProps} {...form.register('stage')} options={stageOptions} disabled={busy} />}
        </Field>
      )}
      <Field label={t.amount} hint={t.amountHint} error={errorOf('amount')}>
        {(controlProps) => <Input {...controlProps} {...form.register('amount')} inputMode="decimal" autoComplete="off" disabled={busy} />}
      </Field>
      <Field label={t.closeDateLabel} error={errorOf('expected_close_date')}>
        {(controlProps) => <Input {...controlProps} {...form.register('expected_close_date')} type="date" disabled={busy} />}
      </Field>
      <DealNotes binding={binding} />
    </>
  );
}
