import type { Event, YesNoField } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

/** A completed task: sets the field to Yes in the version of the event that the user saw. */
export type EventWorkStep = Readonly<{ event: Event; field: YesNoField }>;

/**
 * The events of the next seven days, and the tasks that the user completes.
 * Normal path: loading → shown → saving → shown, with the event as the server returned it.
 * Never: complete a task twice, or overwrite a version that the user has not seen.
 */
export const eventWeekMachine = deskOf<readonly Event[], EventWorkStep, Event>()({
  id: 'eventWeek',
  canTake: (events, { event, field }) => {
    const current = events.find(({ id }) => id === event.id);
    return current !== undefined && current.can_edit !== false && current.version === event.version && current[field] !== 'Yes';
  },
  toContent: (saved, events) => events.map((event) => (event.id === saved.id ? saved : event)),
  describeFailure: (error, step) =>
    toFailureMessage({
      error,
      fallback: step ? fill(messages.eventWeek.notSaved, { field: messages.events.columns[step.field] }) : messages.eventWeek.loadFailed,
    }),
});
