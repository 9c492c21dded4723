import type { SnapshotFrom } from 'xstate';
import type { Event } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { whenText } from '../../../contract/rules/time/eventTime.ts';
import type { ServerValue } from '../../machines/events/eventConflict.ts';
import type { EditSubject, eventEditMachine } from '../../machines/events/eventEdit.machine.ts';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { getTime } from './columns.tsx';
import { editorFor } from './fields.ts';

type Snapshot = SnapshotFrom<typeof eventEditMachine>;

const t = messages.eventEdit;
const textOrPlaceholder = (value: string | null): string => value ?? t.nothing;

export const describeEvent = (event: Event): string => {
  const time = getTime(event);
  return time ? fill(t.of, { customer: event.customer.name, when: whenText(time) }) : event.customer.name;
};

/** Both values of a conflict, and the author of the other one. */
export const toConflictView = ({ event, field }: EditSubject, ownValue: string | null, otherValue: ServerValue) => ({
  about: describeEvent(event),
  sentence: fill(t.conflict, {
    who: otherValue.by ?? t.someone,
    field: messages.events.columns[field],
    theirs: textOrPlaceholder(otherValue.value),
    when: otherValue.at ? formatInstant(otherValue.at) : t.justNow,
    yours: textOrPlaceholder(ownValue),
  }),
  mine: textOrPlaceholder(ownValue),
  theirs: textOrPlaceholder(otherValue.value),
});
export type ConflictView = ReturnType<typeof toConflictView>;

/** Maps the edit's snapshot to the dialog and the conflict question. */
export const connectEdit = (snapshot: Snapshot) => {
  const { subject, value, theirs: otherValue, error } = snapshot.context;
  const saving = snapshot.hasTag('busy');
  const isConflicted = snapshot.matches('conflicted');
  // No field is open while the decision on a conflict is being saved.
  const isTyping = subject !== null && !isConflicted && !(saving && otherValue !== null);
  return {
    saving,
    error: snapshot.matches({ open: 'failed' }) ? error : null,
    dialog: isTyping
      ? {
          key: `${subject.event.id} ${subject.field}`,
          title: fill(t.title, { field: messages.events.columns[subject.field] }),
          about: describeEvent(subject.event),
          editor: editorFor(subject.event, subject.field),
        }
      : null,
    conflict: isConflicted && subject && otherValue ? toConflictView(subject, value, otherValue) : null,
  };
};
