import { type FormEvent, useState } from 'react';
import type { SetupItemKey } from '../../../contract/entities/setup.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import Dialog from '../../ui/dialog/Dialog.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import type { SetupBinding } from './useSetup.ts';

const t = messages.setup;
const MAX_REASON_LENGTH = 500;

/** Asks why an item of the checklist is skipped. */
export default function SkipDialog({ item, binding }: { item: SetupItemKey; binding: SetupBinding }) {
  const [reason, setReason] = useState('');
  const { error, fields, busy } = binding;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    binding.skip(item, reason);
  };
  return (
    <Dialog title={fill(t.skipTitle, { item: messages.setupItemTexts[item].title })} onClose={binding.close} dismissible={!busy}>
      <form className="form-stack" onSubmit={submit}>
        <p>{t.skipMessage}</p>
        {error !== null && fields.reason === undefined && <Alert>{error}</Alert>}
        <Field label={t.reason} error={fields.reason ?? null}>
          {(controlProps) => (
            <Textarea
              {...controlProps}
              rows={3}
              maxLength={MAX_REASON_LENGTH}
              value={reason}
              disabled={busy}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <p className="form-actions">
          <Button severity="secondary" disabled={busy} onClick={binding.close}>
            {messages.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {t.skip}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
