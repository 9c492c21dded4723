import { useState } from 'react';
import type { ImportName } from '../../../../contract/entities/import.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toFailure } from '../../../machines/support/failure.ts';
import type { Imports } from '../../../services/imports.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';

const t = messages.importRun;
type Props = Readonly<{ service: Pick<Imports, 'names' | 'forgetName'> }>;

/** Names remembered from earlier imports, which can be removed; loaded when opened. */
export function RememberedNames({ service }: Props) {
  const [names, setNames] = useState<readonly ImportName[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const runAndReload = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      setNames(await service.names());
      setError(null);
    } catch (failure) {
      setError(toFailure({ error: failure, fallback: t.namesFailed }).message);
    }
  };
  return (
    <details onToggle={({ currentTarget }) => void (currentTarget.open && runAndReload(async () => {}))}>
      <summary>{t.namesTitle}</summary>
      <div className="form-stack">
        <p className="muted">{t.namesHint}</p>
        {error !== null && <Alert>{error}</Alert>}
        <ul className="plain-list">
          {(names ?? []).map((name) => (
            <li key={name.id} className="imports-steps">
              <span>{fill(t.nameOf, { text: name.text, name: name.name })}</span>
              <Button
                size="small"
                severity="text"
                aria-label={fill(t.forgetName, { text: name.text })}
                onClick={() => void runAndReload(() => service.forgetName(name.id))}
              >
                {t.forget}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
