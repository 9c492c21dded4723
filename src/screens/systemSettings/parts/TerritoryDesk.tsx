import { type FormEvent, useEffect, useState } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { useKeptFocus } from '../../../ui/support/useKeptFocus.ts';
import { useTerritoryDesk } from '../useTerritoryDesk.ts';

const t = messages.territoryDesk;
const SKELETON_PX = 160;
type Desk = ReturnType<typeof useTerritoryDesk>;

function AddTerritory({ desk }: Readonly<{ desk: Desk }>) {
  const { saved, nameError, busy } = desk;
  const [name, setName] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever a step was accepted.
  useEffect(() => setName(''), [saved]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    desk.add(name);
  };
  return (
    <form className="system-territory-add" onSubmit={submit} noValidate>
      <Field label={t.name} error={nameError}>
        {(controlProps) => (
          <Input {...controlProps} value={name} readOnly={busy} autoComplete="off" onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
      <Button
        type="submit"
        severity="secondary"
        disabled={!busy && !desk.mayAdd(name)}
        loading={busy && name !== ''}
        loadingLabel={t.saving}
      >
        {t.add}
      </Button>
    </form>
  );
}

/** The territories of the specification and those added by admins (decisions 4.10). */
export function TerritoryDesk() {
  const desk = useTerritoryDesk();
  const { territories } = desk;
  // Removing a territory removes its button.
  const ref = useKeptFocus<HTMLDivElement>(territories);
  return (
    <Card title={t.title}>
      <p className="muted">{t.hint}</p>
      {desk.error !== null && <Alert {...(desk.failed ? { onRetry: desk.retry } : { onDismiss: desk.dismiss })}>{desk.error}</Alert>}
      <div ref={ref} tabIndex={-1}>
        {territories === null && !desk.failed && <Skeleton height={SKELETON_PX} />}
        {territories !== null && (
          <>
            <ul className="system-territories">
              {territories.specified.map((name) => (
                <li key={name}>
                  {name} <span className="muted">{t.always}</span>
                </li>
              ))}
              {territories.added.map((name) => (
                <li key={name}>
                  {name}{' '}
                  <Button
                    size="small"
                    severity="text"
                    unavailable={!desk.settled}
                    aria-label={fill(t.removeOf, { name })}
                    onClick={() => desk.remove(name)}
                  >
                    {t.remove}
                  </Button>
                </li>
              ))}
            </ul>
            <AddTerritory desk={desk} />
          </>
        )}
      </div>
    </Card>
  );
}
