import { messages } from '../../../contract/messages.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { useApp } from '../context.ts';
import { useChangePassword } from './useChangePassword.ts';

const text = messages.changePassword;

/** decisions 4: a temporary password is changed first; this dialog cannot be dismissed, only signed out of. */
export default function ForcedPassword() {
  const { session } = useApp();
  const { form, busy, error, submit } = useChangePassword();
  const { errors } = form.formState;
  const fields = [
    { name: 'current_password', label: text.current, complete: 'current-password' },
    { name: 'new_password', label: text.next, complete: 'new-password' },
    { name: 'confirm', label: text.confirm, complete: 'new-password' },
  ] as const;
  return (
    <Dialog title={text.title} dismissible={false}>
      <form className="form-stack" onSubmit={submit} noValidate>
        <p>{text.mustChange}</p>
        {error !== null && <Alert>{error}</Alert>}
        {fields.map(({ name, label, complete }) => (
          <Field key={name} label={label} error={errors[name]?.message ?? null}>
            {(wiring) => <Input {...wiring} {...form.register(name)} type="password" autoComplete={complete} disabled={busy} />}
          </Field>
        ))}
        <p className="form-actions">
          <Button severity="secondary" onClick={() => session.send({ type: 'logout.submit' })}>
            {messages.menu.signOut}
          </Button>
          <Button type="submit" loading={busy} loadingLabel={text.submitting}>
            {text.submit}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
