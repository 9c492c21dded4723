import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { ShownSecret } from '../../../machines/people/users.machine.ts';
import { SecretField } from '../../../shared/secret/SecretField.tsx';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';

const t = messages.userFormText;
const dialogTexts = {
  password: { title: t.temporaryTitle, hint: t.temporary, confirm: t.confirmTemporary },
  link: { title: messages.signInLinks.linkTitle, hint: messages.signInLinks.link, confirm: messages.signInLinks.confirmLink },
} as const;

type Props = Readonly<{ temporary: ShownSecret; onClose: (question: string) => void }>;

/** A generated password or the link of an invitation, shown once to be handed over (decisions 4.02). */
export default function TemporaryPassword({ temporary, onClose }: Props) {
  const { title, hint, confirm } = dialogTexts[temporary.kind];
  const close = (): void => onClose(confirm);
  useUnsavedGuard(true, confirm);
  return (
    <Dialog
      title={title}
      size="small"
      onClose={close}
      footer={
        <Button severity="secondary" onClick={close}>
          {t.close}
        </Button>
      }
    >
      <div className="form-stack">
        <p>{fill(hint, { name: fullName(temporary.user) })}</p>
        <SecretField label={title} secret={temporary.secret} />
      </div>
    </Dialog>
  );
}
