import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { messages } from '../../../../contract/messages.ts';
import { CheckField } from '../../../shared/CheckField.tsx';
import { FilterChips } from '../../../shared/lists/FilterChips.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import { formatOptions, reportTypeOptions } from '../reportNames.ts';

const t = messages.reports;
const { form: words } = t;
type SharedValues = { type: string; format: string; user_ids: string[]; email_when_complete: boolean };
export type PersonOption = Readonly<{ value: string; label: string }>;
type Props = Readonly<{ form: UseFormReturn<never>; people: readonly PersonOption[]; locked: boolean }>;

/** The people in the report, chosen one by one; each is a removable chip. */
function People({ form, people, locked }: Props) {
  const { watch, setValue } = form as unknown as UseFormReturn<SharedValues>;
  const selectedIds = watch('user_ids');
  const changeUsers = (ids: readonly string[]): void => setValue('user_ids', [...ids], { shouldDirty: true });
  const remaining = people.filter(({ value }) => !selectedIds.includes(value));
  return (
    <Field label={words.people} hint={words.peopleHint}>
      {(controlProps) => (
        <>
          <Picker
            {...controlProps}
            label={words.people}
            value=""
            options={[{ value: '', label: selectedIds.length === 0 ? words.everybody : words.addPerson }, ...remaining]}
            disabled={locked}
            onChange={(id) => id !== '' && changeUsers([...selectedIds, id])}
          />
          <FilterChips
            chips={selectedIds.map((id) => ({
              key: id,
              label: people.find(({ value }) => value === id)?.label ?? id,
              onRemove: () => !locked && changeUsers(selectedIds.filter((otherId) => otherId !== id)),
            }))}
          />
        </>
      )}
    </Field>
  );
}

/** Fields shared by one-time and scheduled reports (spec 2.59); `children` are the days or the schedule, between type and format. */
export function ReportFields({ form, people, locked, children }: Props & { children: ReactNode }) {
  const { register, control } = form as unknown as UseFormReturn<SharedValues>;
  return (
    <>
      <Field label={t.type}>
        {(controlProps) => <Select {...controlProps} {...register('type')} options={reportTypeOptions} disabled={locked} />}
      </Field>
      {children}
      <Field label={t.format}>
        {(controlProps) => <Select {...controlProps} {...register('format')} options={formatOptions} disabled={locked} />}
      </Field>
      <People form={form} people={people} locked={locked} />
      <CheckField control={control} name="email_when_complete" label={words.email} disabled={locked} />
    </>
  );
}
