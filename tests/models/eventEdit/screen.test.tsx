import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { fromPromise } from 'xstate';
import type { EditableField, Event } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { EditDialogs } from '../../../src/screens/events/parts/EditDialogs.tsx';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { createJobs } from '../support/jobs.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { eventEdit, open } from './cases.ts';

let jobs = createJobs();
let saved: Event[] = [];
const t = messages.eventEdit;
const labels = messages.events.columns;

// The dialog is loaded lazily.
beforeAll(async () => void (await import('../../../src/ui/dialog/Dialog.tsx')));

/** The dialogs of the Events screen, with rows that open them. */
function View({ snapshot, send, actor }: ViewProps) {
  return (
    <>
      <Offer name="row Reviewed" event={open()} snapshot={snapshot} send={send} />
      <Offer name="row Internal Notes" event={open('internal_notes')} snapshot={snapshot} send={send} />
      <EditDialogs edit={actor as never} />
    </>
  );
}

const dialog = () => screen.queryByRole('dialog');
const inDialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => () => void fireEvent.click(inDialog().getByRole('button', { name }));
const pressRow = (name: string) => void fireEvent.click(screen.getByText(name));
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));

describeScreen({
  of: {
    ...eventEdit,
    cases: { ...eventEdit.cases, 'edit.open': [open(), open('internal_notes')] },
  },
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
    'edit.open': async ({ field }) => {
      pressRow(`row ${labels[field as EditableField]}`);
      await settle();
    },
    'edit.submit': async ({ value }, { snapshot }) => {
      const field = snapshot().context.subject.field as EditableField;
      fireEvent.change(inDialog().getByLabelText(labels[field]), { target: { value: value ?? '' } });
      fireEvent.submit(screen.getByRole('dialog').querySelector('form') as HTMLFormElement);
      await settle();
    },
    'edit.cancel': async (_, { snapshot }) => {
      if (snapshot().matches('open')) press('Cancel')();
      else press('Close')();
      await settle();
    },
    'conflict.mine': press('Save mine'),
    'conflict.theirs': press('Keep theirs'),
  },
  shows: (model) => {
    const { subject, error, value, theirs } = model.context;
    const conflicted = model.matches('conflicted');
    const saving = model.matches('saving');
    const typing = subject !== null && !conflicted && !(saving && theirs !== null);
    expect(dialog()?.querySelector('h2')?.textContent).toBe(
      typing ? `Edit ${labels[subject.field as EditableField]}` : conflicted ? t.conflictTitle : undefined,
    );
    if (typing) {
      // spec 8.05: the message is shown and the dialog stays; during a save, typing and Cancel are disabled.
      const field = inDialog().getByLabelText(labels[subject.field as EditableField]) as HTMLInputElement;
      expect(field.disabled).toBe(saving);
      expect(inDialog().queryByRole('alert')?.textContent ?? null).toBe(error);
      expect((inDialog().getByRole('button', { name: 'Cancel' }) as HTMLButtonElement).disabled).toBe(saving);
      expect(inDialog().queryByRole('button', { name: 'Saving…' }) !== null).toBe(saving);
      // spec 2.48: Yes, No or Unknown, and '-- Select --' for empty.
      if (subject.field === 'reviewed')
        expect([...field.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['-- Select --', 'Yes', 'No', 'Unknown']);
    }
    if (saving) expect(jobs.running.get('patchEvent')?.input).toMatchObject({ field: subject.field, value });
    // Both values, and the author of the other one.
    if (conflicted)
      expect([...(dialog()?.querySelectorAll('dd') ?? [])].map((item) => item.textContent)).toEqual([
        value ?? 'empty',
        theirs.value ?? 'empty',
      ]);
    // spec 4.07: the row gets exactly the response.
    for (const event of saved) expect(event.version).toBe(10);
  },
});
