import type { SnapshotFrom } from 'xstate';
import { type Event, isEditableField } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { whenText } from '../../../contract/rules/eventTime.ts';
import type { eventEditMachine } from '../../machines/eventEdit.machine.ts';
import { formatInstant } from '../../ui/formatInstant.ts';
import { timeOf } from './columns.tsx';
import { editorFor, type FieldEditor } from './fields.ts';

type Snapshot = SnapshotFrom<typeof eventEditMachine>;

const text = messages.eventEdit;
const quoted = (value: string | null): string => value ?? text.nothing;

export const aboutOf = (event: Event): string => {
  const when = timeOf(event);
  return when ? fill(text.of, { customer: event.customer.name, when: whenText(when) }) : event.customer.name;
};

/** Snapshot of the edit → what the grid, the dialog and the question about a conflict show. */
export const connectEdit = (snapshot: Snapshot) => {
  const { subject, value, theirs, error } = snapshot.context;
  const saving = snapshot.hasTag('busy');
  const conflicted = snapshot.matches('conflicted');
  // While a decision about a conflict is saved, nothing is open to type in.
  const typing = subject !== null && !conflicted && !(saving && theirs !== null);
  const editor = (event: Event, key: string): FieldEditor | null => {
    if (!isEditableField(key)) return null;
    const own = subject?.event.id === event.id && subject.field === key;
    return editorFor(event, key, own && snapshot.matches({ open: 'failed' }) ? (value ?? '') : null);
  };
  return {
    saving,
    error: snapshot.matches({ open: 'failed' }) ? error : null,
    /** The cell that shows its field. */
    cell: typing && subject.from === 'cell' ? { rowKey: subject.event.id, key: subject.field } : null,
    dialog:
      typing && subject.from === 'dialog'
        ? {
            key: `${subject.event.id} ${subject.field}`,
            title: fill(text.title, { field: messages.events.columns[subject.field] }),
            about: aboutOf(subject.event),
            editor: editorFor(subject.event, subject.field, value),
          }
        : null,
    conflict:
      conflicted && subject && theirs
        ? {
            about: aboutOf(subject.event),
            sentence: fill(text.conflict, {
              who: theirs.by ?? text.someone,
              field: messages.events.columns[subject.field],
              theirs: quoted(theirs.value),
              when: theirs.at ? formatInstant(theirs.at) : text.justNow,
              yours: quoted(value),
            }),
            mine: quoted(value),
            theirs: quoted(theirs.value),
          }
        : null,
    editor,
    isSaving: (event: Event, key: string): boolean => saving && subject?.event.id === event.id && subject.field === key,
  };
};
