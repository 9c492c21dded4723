import './lens.css';
import { useSelector } from '@xstate/react';
import { memo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { useFeature } from '../../app/context.ts';
import type { lensMachine } from '../../machines/lens/lens.machine.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { formatDate } from '../../ui/display/format.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Popover } from '../../ui/Popover.tsx';

const t = messages.lens;
type LensRef = ActorRefFrom<typeof lensMachine>;

function Days({ actor, compares, close }: { actor: LensRef; compares: boolean; close: () => void }) {
  const snapshot = useSelector(actor, (current) => current);
  const { today, asOf, comparedDay } = snapshot.context;
  const choose = (type: 'day.choose' | 'other.choose') => (event: { target: { value: string } }) =>
    actor.send({ type, day: event.target.value });
  return (
    <>
      <Field label={t.day} hint={t.dayHint}>
        {(controlProps) => (
          <Input
            {...controlProps}
            type="date"
            min={limits.lensFirstDay}
            max={addDays(today, -1)}
            defaultValue={asOf ?? ''}
            onChange={choose('day.choose')}
          />
        )}
      </Field>
      {compares && !snapshot.matches('now') && (
        <Field label={t.other}>
          {(controlProps) => (
            <Input
              {...controlProps}
              type="date"
              min={limits.lensFirstDay}
              max={today}
              defaultValue={comparedDay ?? ''}
              onChange={choose('other.choose')}
            />
          )}
        </Field>
      )}
      <div className="lens-buttons">
        {snapshot.can({ type: 'other.clear' }) && (
          <Button size="small" severity="secondary" onClick={() => actor.send({ type: 'other.clear' })}>
            {t.alone}
          </Button>
        )}
        {snapshot.can({ type: 'lens.clear' }) && (
          <Button
            size="small"
            severity="secondary"
            onClick={() => {
              actor.send({ type: 'lens.clear' });
              close();
            }}
          >
            {t.clear}
          </Button>
        )}
      </div>
    </>
  );
}

/** Chooses a past day for the page, if the server supports it. `compares`: also offers a second day to compare with. */
export const LensControl = memo(function LensControl({ actor, compares = false }: { actor: LensRef; compares?: boolean }) {
  const asOf = useSelector(actor, (snapshot) => snapshot.context.asOf);
  if (!useFeature('as-of')) return null;
  const day = asOf === null ? null : fill(t.asOf, { day: formatDate(asOf) });
  return (
    <div className="lens">
      <Popover
        // The accessible name includes the visible text.
        label={day ?? t.button}
        trigger={day ?? t.now}
        triggerClass="p-button p-button-outlined p-button-secondary p-button-sm"
        panelClass="lens-panel"
        align="start"
      >
        {(close) => <Days actor={actor} compares={compares} close={close} />}
      </Popover>
    </div>
  );
});

/** States that the page shows a past day, with a button to return to today. */
export function LensBanner({ actor }: { actor: LensRef }) {
  const { asOf, comparedDay } = useSelector(actor, (snapshot) => snapshot.context);
  if (asOf === null) return null;
  return (
    <Alert
      severity="info"
      action={
        <Button size="small" severity="secondary" onClick={() => actor.send({ type: 'lens.clear' })}>
          {t.clear}
        </Button>
      }
    >
      {comparedDay === null
        ? fill(t.banner, { day: formatDate(asOf) })
        : fill(t.compared, { day: formatDate(asOf), other: formatDate(comparedDay) })}
    </Alert>
  );
}
