import './secret.css';
import { useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { copyToClipboard } from '../../services/browser.ts';
import { Button } from '../../ui/Button.tsx';
import { check } from '../../ui/display/icons.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';

const t = messages.userFormText;

/** A text to take elsewhere, with a copy button: a secret that is shown once, or an address. */
export function SecretField({ label, secret }: Readonly<{ label: string; secret: string }>) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    copyToClipboard(secret).then(
      () => setCopied(true),
      (error: unknown) => console.warn(error),
    );
  };
  return (
    <Field label={label}>
      {(controlProps) => (
        <span className="secret">
          <Input {...controlProps} className="secret-text" value={secret} readOnly onFocus={({ target }) => target.select()} />
          <Button onClick={copy} {...(isCopied ? { icon: check } : {})}>
            {isCopied ? t.copied : t.copy}
          </Button>
        </span>
      )}
    </Field>
  );
}
