import { messages } from '../../../../contract/messages.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import type { useUserForm } from '../useUserForm.ts';

const t = messages.userFormText;
const employmentFields = [
  ['employment_start', t.employmentStart, t.employmentStartHint],
  ['employment_end', t.employmentEnd, t.employmentEndHint],
] as const;

/** The effective date of a change, and employment start and end (decisions 2.22). */
export function Dates({ binding }: { binding: ReturnType<typeof useUserForm> }) {
  const { form, busy } = binding;
  if (!binding.dates) return null;
  return (
    <>
      {binding.asksFirstDay && (
        <Field label={t.from} hint={t.fromHint} error={binding.errorOf('effective_from')}>
          {(controlProps) => <Input {...controlProps} {...form.register('effective_from')} type="date" disabled={busy} />}
        </Field>
      )}
      {employmentFields.map(([name, label, hint]) => (
        <Field
          key={name}
          label={label}
          hint={binding.theirsOf(name) ?? (name === 'employment_start' ? binding.againHint : null) ?? hint}
          error={binding.errorOf(name)}
        >
          {(controlProps) => <Input {...controlProps} {...form.register(name)} type="date" disabled={busy} />}
        </Field>
      ))}
      <Field
        label={t.employeeNumber}
        hint={binding.theirsOf('employee_number') ?? t.employeeNumberHint}
        error={binding.errorOf('employee_number')}
      >
        {(controlProps) => <Input {...controlProps} {...form.register('employee_number')} autoComplete="off" disabled={busy} />}
      </Field>
    </>
  );
}
