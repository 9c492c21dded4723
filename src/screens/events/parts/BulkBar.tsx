import { useSelector } from '@xstate/react';
import { type Event, yesNoFields, yesNoUnknown } from '../../../../contract/entities/event.ts';
import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { Select } from '../../../ui/Select.tsx';
import { connectBulk } from '../connectBulk.ts';
import type { EventsPage } from '../useEvents.ts';

const text = messages.eventBulk;
type Bulk = EventsPage['children']['bulk'];
type View = ReturnType<typeof connectBulk>;
type Part = { bulk: Bulk; view: View };

/** What is done to the selected rows, in sight while one scrolls. */
export function BulkBar({ bulk, rows }: { bulk: Bulk; rows: readonly Event[] }) {
  const snapshot = useSelector(bulk, (current) => current);
  const view = connectBulk(snapshot, rows);
  if (view.phase === null) return null;
  return (
    <section className="event-bulk" aria-label={text.title}>
      {view.phase === 'choosing' && <Choosing bulk={bulk} view={view} />}
      {view.phase === 'applying' && <Applying bulk={bulk} view={view} />}
      {view.phase === 'reviewing' && <Reviewing bulk={bulk} view={view} />}
    </section>
  );
}

function Choosing({ bulk, view }: Part) {
  const choose = (field: string, value: string): void =>
    bulk.send({
      type: 'change.choose',
      field: yesNoFields.find((each) => each === field) ?? null,
      value: yesNoUnknown.find((each) => each === value) ?? null,
    });
  return (
    <>
      <strong role="status">{view.selected}</strong>
      <Select
        aria-label={text.field}
        value={view.field}
        options={view.fieldOptions}
        onChange={(event) => choose(event.target.value, view.value)}
      />
      <Select
        aria-label={text.value}
        value={view.value}
        options={view.valueOptions}
        onChange={(event) => choose(view.field, event.target.value)}
      />
      <Button unavailable={!view.canApply} onClick={() => bulk.send({ type: 'bulk.apply' })}>
        {view.apply}
      </Button>
      <Button severity="text" onClick={() => bulk.send({ type: 'selection.clear' })}>
        {text.clear}
      </Button>
    </>
  );
}

function Applying({ bulk, view }: Part) {
  return (
    <>
      <span className="event-bulk-progress">
        <ProgressBar label={text.title} value={view.fraction} text={view.progress} />
      </span>
      <span className="figure">{view.progress}</span>
      <Button severity="secondary" unavailable={!view.canStop} onClick={() => bulk.send({ type: 'bulk.stop' })}>
        {text.stop}
      </Button>
    </>
  );
}

function Reviewing({ bulk, view }: Part) {
  return (
    <div className="event-bulk-failed" role="alert">
      <strong>{view.failedTitle}</strong>
      <ul>
        {view.failures.map(({ id, name, message }) => (
          <li key={id}>
            {name}: {message}
          </li>
        ))}
      </ul>
      <span className="event-bulk-buttons">
        <Button onClick={() => bulk.send({ type: 'failures.retry' })}>{text.retry}</Button>
        <Button severity="secondary" onClick={() => bulk.send({ type: 'failures.dismiss' })}>
          {text.dismiss}
        </Button>
      </span>
    </div>
  );
}
