import { useState } from 'react';
import type { User } from '../../../../contract/entities/user.ts';
import { messages } from '../../../../contract/messages.ts';
import { toFailure } from '../../../machines/support/failure.ts';
import type { Imports } from '../../../services/imports.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';

const t = messages.importRun;
const emptyValues = { first_name: '', last_name: '', employment_end: '' };
const fields = [
  ['first_name', t.formerFirst, 'text'],
  ['last_name', t.formerLast, 'text'],
  ['employment_end', t.formerEnd, 'date'],
] as const;
type Props = Readonly<{ service: Pick<Imports, 'createFormer'>; onAdded: (person: User) => void }>;

/** Adds a former employee, so that a name in the file can be matched to them. */
export function FormerForm({ service, onAdded }: Props) {
  const [values, setValues] = useState(emptyValues);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const addPerson = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      onAdded(await service.createFormer({ ...values, role: 'salesperson' }));
      setValues(emptyValues);
    } catch (failure) {
      setError(toFailure({ error: failure, fallback: t.formerFailed }).message);
    }
    setBusy(false);
  };
  return (
    <details>
      <summary>{t.former}</summary>
      <div className="form-stack">
        <p className="muted">{t.formerHint}</p>
        {error !== null && <Alert>{error}</Alert>}
        <div className="imports-field">
          {fields.map(([name, label, type]) => (
            <Field key={name} label={label}>
              {(controlProps) => (
                <Input
                  {...controlProps}
                  type={type}
                  value={values[name]}
                  disabled={isBusy}
                  onChange={({ target }) => setValues({ ...values, [name]: target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <div className="imports-steps">
          <Button
            severity="secondary"
            loading={isBusy}
            disabled={Object.values(values).some((value) => value.trim() === '')}
            onClick={() => void addPerson()}
          >
            {t.formerAdd}
          </Button>
        </div>
      </div>
    </details>
  );
}
