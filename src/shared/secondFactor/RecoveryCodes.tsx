import { useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { copyToClipboard, saveFile } from '../../services/browser.ts';
import { Button } from '../../ui/Button.tsx';
import { check, download } from '../../ui/display/icons.ts';
import { useUnsavedGuard } from '../useUnsavedGuard.ts';
import './secondFactor.css';

const t = messages.secondFactor;

/** New recovery codes, shown once. */
export function RecoveryCodeList({ codes, onSaved }: Readonly<{ codes: readonly string[]; onSaved: () => void }>) {
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  useUnsavedGuard(true, t.codesLeave);
  const copy = (): void => {
    copyToClipboard(text).then(
      () => setCopied(true),
      (error: unknown) => console.warn(error),
    );
  };
  return (
    <div className="form-stack">
      <p>{t.codesHint}</p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="form-actions">
        <Button severity="secondary" onClick={copy} {...(isCopied ? { icon: check } : {})}>
          {isCopied ? messages.userFormText.copied : t.copyCodes}
        </Button>
        <Button severity="secondary" icon={download} onClick={() => saveFile(t.codesFile, new Blob([text], { type: 'text/plain' }))}>
          {t.downloadCodes}
        </Button>
        <Button onClick={onSaved}>{t.codesSaved}</Button>
      </p>
    </div>
  );
}
