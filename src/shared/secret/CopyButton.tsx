import { useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { copyToClipboard } from '../../services/browser.ts';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { check } from '../../ui/display/icons.ts';

const t = messages.userFormText;

/** `name`: for screen readers, if the label alone does not say what is copied. */
type Props = Readonly<{ text: string; label?: string; copied?: string; name?: string }> & Pick<ButtonProps, 'size'>;

/** Copies a text and confirms it. */
export function CopyButton({ text, label = t.copy, copied = t.copied, name, ...rest }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    copyToClipboard(text).then(
      () => setCopied(true),
      (error: unknown) => console.warn(error),
    );
  };
  return (
    <Button
      {...rest}
      severity="secondary"
      onClick={copy}
      onBlur={() => setCopied(false)}
      {...(isCopied ? { icon: check } : name === undefined ? {} : { 'aria-label': name })}
    >
      {isCopied ? copied : label}
    </Button>
  );
}
