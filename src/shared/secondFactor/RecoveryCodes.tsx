import { messages } from '../../../contract/messages.ts';
import { saveFile } from '../../services/browser.ts';
import { Button } from '../../ui/Button.tsx';
import { download } from '../../ui/display/icons.ts';
import { CopyButton } from '../secret/CopyButton.tsx';
import { useUnsavedGuard } from '../useUnsavedGuard.ts';
import './secondFactor.css';

const t = messages.secondFactor;

/** New recovery codes, shown once. */
export function RecoveryCodeList({ codes, onSaved }: Readonly<{ codes: readonly string[]; onSaved: () => void }>) {
  const text = `${codes.join('\n')}\n`;
  useUnsavedGuard(true, t.codesLeave);
  return (
    <div className="form-stack">
      <p>{t.codesHint}</p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="form-actions">
        <CopyButton text={text} label={t.copyCodes} />
        <Button severity="secondary" icon={download} onClick={() => saveFile(t.codesFile, new Blob([text], { type: 'text/plain' }))}>
          {t.downloadCodes}
        </Button>
        <Button onClick={onSaved}>{t.codesSaved}</Button>
      </p>
    </div>
  );
}
