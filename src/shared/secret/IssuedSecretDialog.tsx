import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { useUnsavedGuard } from '../useUnsavedGuard.ts';
import { SecretField } from './SecretField.tsx';

type Props = Readonly<{ title: string; text: string; label: string; done: string; leave: string; secret: string; onClose: () => void }>;

/** Shows a new secret once. @param leave the question asked before the user leaves the page */
export function IssuedSecretDialog({ title, text, label, done, leave, secret, onClose }: Props) {
  useUnsavedGuard(true, leave);
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <Button severity="secondary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <div className="form-stack">
        <p>{text}</p>
        <SecretField label={label} secret={secret} />
      </div>
    </Dialog>
  );
}
