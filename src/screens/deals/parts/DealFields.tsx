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

const t = messages.dealForm;
type Option = Readonly<{ value: string; label: string }>;
type Bound = Readonly<{ bound: BoundDealForm }>;

/** Chooses the owner; searchable because there are many sellers. */
function Owner({ bound, options }: Bound & { options: readonly Option[] }) {
  const { field } = useController({ control: bound.form.control, name: 'owner_id' });
  return (
    <Field label={t.owner} error={bound.errorOf('owner_id')}>
      {(wiring) => (
        <Picker {...wiring} label={t.owner} value={field.value ?? ''} options={options} disabled={bound.busy} onChange={field.onChange} />
      )}
    </Field>
  );
}

/** The customer's name, with suggestions of existing customers. */
function Customer({ bound, service }: Bound & { service: DealsService }) {
  const { field } = useController({ control: bound.form.control, name: 'customer_name' });
  const { answer, ask } = useAnswer<readonly DealChoice[]>(
    async ({ q = '' }) => (q === '' ? [] : service.choices('customer', q)),
    { q: '' },
    '',
  );
  const customers = useMemo(() => (answer ?? []).map(({ label }) => label), [answer]);
  return (
    <Field label={t.customer} hint={t.customerHint} error={bound.errorOf('customer_name')}>
      {(wiring) => (
        <Suggest
          {...wiring}
          label={t.customers}
          value={field.value ?? ''}
          suggestions={customers}
          disabled={bound.busy}
          onAsk={(q) => ask({ q })}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}

export function DealNotes({ bound }: Bound) {
  return (
    <Field label={t.notes} error={bound.errorOf('notes')}>
      {(wiring) => <Textarea {...wiring} {...bound.form.register('notes')} rows={4} disabled={bound.busy} />}
    </Field>
  );
}

type Props = Bound & Readonly<{ service: DealsService; owners: readonly Option[]; isNew: boolean }>;

/** The fields of a deal; owner, amount and close date are optional. */
export function DealFields({ bound, service, owners, isNew }: Props) {
  const { form, busy, errorOf } = bound;
  return (
    <>
      <Field label={t.name} error={errorOf('name')}>
        {(wiring) => <Input {...wiring} {...form.register('name')} autoComplete="off" disabled={busy} />}
      </Field>
      <Customer bound={bound} service={service} />
      <Owner bound={bound} options={owners} />
      {isNew && (
        <Field label={t.stage} error={errorOf('stage')}>
          {(wiring) => <Select {...wiring} {...form.register('stage')} options={stageOptions} disabled={busy} />}
        </Field>
      )}
      <Field label={t.amount} hint={t.amountHint} error={errorOf('amount')}>
        {(wiring) => <Input {...wiring} {...form.register('amount')} inputMode="decimal" autoComplete="off" disabled={busy} />}
      </Field>
      <Field label={t.closeDateLabel} error={errorOf('expected_close_date')}>
        {(wiring) => <Input {...wiring} {...form.register('expected_close_date')} type="date" disabled={busy} />}
      </Field>
      <DealNotes bound={bound} />
    </>
  );
}
