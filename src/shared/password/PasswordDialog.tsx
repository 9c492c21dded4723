import { messages } from '../../../contract/messages.ts';
import { useFeature } from '../../app/context.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { useChangePassword } from './useChangePassword.ts';

const t = messages.changePassword;

/** spec 2.62, 5.10: Change Password, at the user's request. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { submit, ...binding } = useChangePassword({ live: useFeature('change-password'), onChanged: onClose });
  return (
    <Dialog title={t.title} size="small" onClose={onClose} dismissible={!binding.busy}>
      <form className="form-stack" onSubmit={submit} noValidate>
        <PasswordFields {...binding} />
        <p className="form-actions">
          <Button severity="secondary" disabled={binding.busy} onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" loading={binding.busy} loadingLabel={t.submitting}>
            {t.submit}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
