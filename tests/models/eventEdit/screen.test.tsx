import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { fromPromise } from 'xstate';
import type { EditableField, Event } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { createJobs } from '../support/jobs.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { eventEdit, open } from './cases.ts';

let jobs = createJobs();
let saved: Event[] = [];
const text = messages.eventEdit;
const labels = messages.events.columns;

function Field({ snapshot, send }: ViewProps) {
  const { subject, value, error, theirs } = snapshot.context;
  const name = labels[subject.field as EditableField];
  return (
    <form
      aria-label={name}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        send({ type: 'edit.submit', value: String(new FormData(submitted.currentTarget).get('value') ?? '') });
      }}
    >
      <input name="value" aria-label="Value" defaultValue={subject.event[subject.field] ?? ''} disabled={snapshot.hasTag('busy')} />
      <button type="submit" disabled={!snapshot.can({ type: 'edit.submit', value: 'anything' })}>
        {snapshot.hasTag('busy') ? text.saving : text.save}
      </button>
      <Offer name={text.cancel} event={{ type: 'edit.cancel' }} snapshot={snapshot} send={send} />
      {error === null ? null : <p role="alert">{error}</p>}
      {snapshot.matches('conflicted') ? (
        <>
          <p role="alert">{`${theirs.value} / ${value ?? text.nothing}`}</p>
          <Offer name={text.keepMine} event={{ type: 'conflict.mine' }} snapshot={snapshot} send={send} />
          <Offer name={text.takeTheirs} event={{ type: 'conflict.theirs' }} snapshot={snapshot} send={send} />
        </>
      ) : null}
    </form>
  );
}

function View({ snapshot, send }: ViewProps) {
  return (
    <>
      <Offer name="cell Reviewed" event={open()} snapshot={snapshot} send={send} />
      <Offer name="cell Internal Notes" event={open('internal_notes', 'cell')} snapshot={snapshot} send={send} />
      {snapshot.hasTag('open') ? <Field key={snapshot.context.subject.field} snapshot={snapshot} send={send} /> : null}
    </>
  );
}

const button = (name: string) => screen.queryByRole('button', { name }) as HTMLButtonElement | null;
const press = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: eventEdit,
  mount: async () => {
    jobs = createJobs();
    saved = [];
    const machine = eventEdit.machine.provide({
      actors: { patchEvent: fromPromise(({ input }) => jobs.start('patchEvent', input)) },
      actions: { relaySaved: (_, { event }) => void saved.push(event) },
    });
    return mountView({ machine, input: undefined, View, perform: async (event) => void (await jobs.settle(event)) });
  },
  gestures: {
    'edit.open': ({ field }) => press(`cell ${labels[field as EditableField]}`)(),
    'edit.submit': ({ value }) => {
      fireEvent.change(screen.getByLabelText('Value'), { target: { value: value ?? '' } });
      fireEvent.submit(screen.getByRole('form'));
    },
    'edit.cancel': press('Cancel'),
    'conflict.mine': press('Save mine'),
    'conflict.theirs': press('Keep theirs'),
  },
  shows: (model) => {
    const { subject, error, value, theirs } = model.context;
    expect(screen.queryByRole('form')?.getAttribute('aria-label') ?? null).toBe(
      subject === null ? null : labels[subject.field as EditableField],
    );
    // spec 8.05: the sentence, and the field stays.
    const sentence = model.matches('conflicted') ? `${theirs.value} / ${value ?? 'empty'}` : error;
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(sentence);
    expect(button('Saving...') !== null).toBe(model.matches('saving'));
    if (model.matches('saving')) expect(jobs.running.get('patchEvent')?.input).toMatchObject({ field: subject.field, value });
    // issue 4.3: somebody else's value is never overwritten unseen.
    expect(button('Save mine') !== null).toBe(model.matches('conflicted'));
    // spec 4.07: each saved event went to the row, and nothing that was not answered.
    for (const event of saved) expect(event.version).toBe(10);
  },
});
