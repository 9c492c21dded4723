import './secret.css';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { CopyButton } from './CopyButton.tsx';

/** A text to copy: a secret that is shown once, or a URL. */
export function SecretField({ label, secret }: Readonly<{ label: string; secret: string }>) {
  return (
    <Field label={label}>
      {(controlProps) => (
        <span className="secret">
          <Input {...controlProps} className="secret-text" value={secret} readOnly onFocus={({ target }) => target.select()} />
          <CopyButton text={secret} />
        </span>
      )}
    </Field>
  );
}
