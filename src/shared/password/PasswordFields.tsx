import { messages } from '../../../contract/messages.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import type { useChangePassword } from './useChangePassword.ts';

const t = messages.changePassword;
const fields = [
  { name: 'current_password', label: t.current, complete: 'current-password' },
  { name: 'new_password', label: t.next, complete: 'new-password' },
  { name: 'confirm', label: t.confirm, complete: 'new-password' },
] as const;

/** spec 2.62: current, new, confirm; the error is shown above them. */
export function PasswordFields({ form, busy, error }: Pick<ReturnType<typeof useChangePassword>, 'form' | 'busy' | 'error'>) {
  const { errors } = form.formState;
  return (
    <>
      {error !== null && <Alert>{error}</Alert>}
      {fields.map(({ name, label, complete }) => (
        <Field key={name} label={label} error={errors[name]?.message ?? null}>
          {(controlProps) => <Input {...controlProps} {...form.register(name)} type="password" autoComplete={complete} disabled={busy} />}
        </Field>
      ))}
    </>
  );
}
