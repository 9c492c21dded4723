import type { IssuedToken } from '../../../contract/entities/apiToken.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { SecretField } from '../secret/SecretField.tsx';
import { useUnsavedGuard } from '../useUnsavedGuard.ts';

const t = messages.apiTokens;

/** A new API token, shown once. */
export function IssuedTokenDialog({ issued, onClose }: Readonly<{ issued: IssuedToken; onClose: () => void }>) {
  useUnsavedGuard(true, t.confirmDone);
  return (
    <Dialog
      title={t.issuedTitle}
      size="small"
      onClose={onClose}
      footer={
        <Button severity="secondary" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <div className="form-stack">
        <p>{fill(t.issued, { name: issued.token.name })}</p>
        <SecretField label={t.token} secret={issued.secret} />
      </div>
    </Dialog>
  );
}
