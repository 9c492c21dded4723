import { messages } from '../../../../contract/messages.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import type { useUserForm } from '../useUserForm.ts';

const t = messages.userForm;
const employment = [
  ['employment_start', t.employmentStart, t.employmentStartHint],
  ['employment_end', t.employmentEnd, t.employmentEndHint],
] as const;

/** The effective date of a change, and employment start and end (decisions 2.22). */
export function Dates({ bound }: { bound: ReturnType<typeof useUserForm> }) {
  const { form, busy } = bound;
  if (!bound.dates) return null;
  return (
    <>
      {bound.asksFirstDay && (
        <Field label={t.from} hint={t.fromHint} error={bound.errorOf('effective_from')}>
          {(wiring) => <Input {...wiring} {...form.register('effective_from')} type="date" disabled={busy} />}
        </Field>
      )}
      {employment.map(([name, label, hint]) => (
        <Field
          key={name}
          label={label}
          hint={bound.theirsOf(name) ?? (name === 'employment_start' ? bound.againHint : null) ?? hint}
          error={bound.errorOf(name)}
        >
          {(wiring) => <Input {...wiring} {...form.register(name)} type="date" disabled={busy} />}
        </Field>
      ))}
      <Field
        label={t.employeeNumber}
        hint={bound.theirsOf('employee_number') ?? t.employeeNumberHint}
        error={bound.errorOf('employee_number')}
      >
        {(wiring) => <Input {...wiring} {...form.register('employee_number')} autoComplete="off" disabled={busy} />}
      </Field>
    </>
  );
}
