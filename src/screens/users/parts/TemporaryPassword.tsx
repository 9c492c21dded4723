import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { ShownSecret } from '../../../machines/people/users.machine.ts';
import { IssuedSecretDialog } from '../../../shared/secret/IssuedSecretDialog.tsx';

const t = messages.userFormText;
const dialogTexts = {
  password: { title: t.temporaryTitle, hint: t.temporary, confirm: t.confirmTemporary },
  link: { title: messages.signInLinks.linkTitle, hint: messages.signInLinks.link, confirm: messages.signInLinks.confirmLink },
} as const;

type Props = Readonly<{ temporary: ShownSecret; onClose: (question: string) => void }>;

/** A generated password or an invitation link to hand over, shown once (decisions 4.02). */
export default function TemporaryPassword({ temporary, onClose }: Props) {
  const { title, hint, confirm } = dialogTexts[temporary.kind];
  return (
    <IssuedSecretDialog
      title={title}
      text={fill(hint, { name: fullName(temporary.user) })}
      label={title}
      done={t.close}
      leave={confirm}
      secret={temporary.secret}
      onClose={() => onClose(confirm)}
    />
  );
}
