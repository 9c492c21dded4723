import { useState } from 'react';
import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { ShownPassword } from '../../../machines/people/users.machine.ts';
import { copyToClipboard } from '../../../services/browser.ts';
import { useUnsavedGuard } from '../../../shared/useUnsavedGuard.ts';
import { Button } from '../../../ui/Button.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { check } from '../../../ui/display/icons.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';

const t = messages.userForm;

/** A generated password, shown once to be handed over (decisions 4.02). */
export default function TemporaryPassword({ temporary, onClose }: { temporary: ShownPassword; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  useUnsavedGuard(true, t.confirmTemporary);
  const copy = (): void => {
    copyToClipboard(temporary.password).then(
      () => setCopied(true),
      (error: unknown) => console.warn(error),
    );
  };
  return (
    <Dialog
      title={t.temporaryTitle}
      size="small"
      onClose={onClose}
      footer={
        <Button severity="secondary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <div className="form-stack">
        <p>{fill(t.temporary, { name: fullName(temporary.user) })}</p>
        <Field label={t.temporaryTitle}>
          {(controlProps) => (
            <span className="users-secret">
              <Input
                {...controlProps}
                className="users-secret-text"
                value={temporary.password}
                readOnly
                onFocus={({ target }) => target.select()}
              />
              <Button onClick={copy} {...(copied ? { icon: check } : {})}>
                {copied ? t.copied : t.copy}
              </Button>
            </span>
          )}
        </Field>
      </div>
    </Dialog>
  );
}
