import { messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { useChangePassword } from './useChangePassword.ts';

const t = messages.changePassword;

/** decisions 4.02: a temporary password must be changed first; the only other way out is to sign out. */
export default function ForcedPassword() {
  const { session } = useApp();
  const { submit, ...binding } = useChangePassword();
  return (
    <Dialog title={t.title} dismissible={false}>
      <form className="form-stack" onSubmit={submit} noValidate>
        <p>{t.mustChange}</p>
        <PasswordFields {...binding} />
        <p className="form-actions">
          <Button severity="secondary" onClick={() => session.send({ type: 'logout.submit' })}>
            {messages.menu.signOut}
          </Button>
          <Button type="submit" loading={binding.busy} loadingLabel={t.submitting}>
            {t.submit}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
