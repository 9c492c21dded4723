import { assign, fromPromise, setup } from 'xstate';
import type { EditableField, Event } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';
import { notifyParent } from '../support/parent.ts';
import { type FieldChange, isEventConflict, readOtherVersion, type ServerValue, toNullIfEmpty } from './eventConflict.ts';

/** A field of an event. */
export type EditSubject = Readonly<{ event: Event; field: EditableField }>;

type Context = {
  subject: EditSubject | null;
  /** The last submitted value; null is empty. */
  value: string | null;
  error: string | null;
  /** Another user's value of the field, saved since it was loaded. */
  theirs: ServerValue | null;
};

type Events =
  | ({ type: 'edit.open' } & EditSubject)
  | { type: 'edit.submit'; value: string | null }
  | { type: 'edit.cancel' }
  | { type: 'conflict.mine' }
  | { type: 'conflict.theirs' };

const emptyEdit = { subject: null, value: null, error: null, theirs: null };

const toChange = ({ subject, value }: Context): FieldChange => {
  if (subject === null) throw new Error('eventEdit saves without a subject');
  return { id: subject.event.id, field: subject.field, value, version: subject.event.version ?? null };
};

/**
 * Edits one field of one event in the dialog, which waits for the response (spec 2.48, 4.07, 5.11, 8.05).
 * Normal path: closed → editing → saving → closed; the parent gets the event as the server returned it.
 * Never: show a value as saved before the response, close despite a failure, or overwrite another user's edit unseen.
 */
export const eventEditMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'open' | 'busy' },
  actors: { patchEvent: fromPromise<Event, FieldChange>(missing('patchEvent')) },
  guards: {
    mayEdit: (_, params: { event: Event }) => params.event.can_edit !== false,
    isUnchanged: ({ context }, params: { value: string | null }) =>
      context.subject !== null && toNullIfEmpty(fieldOf(context.subject.event, context.subject.field)) === toNullIfEmpty(params.value),
    isConflict: (_, params: { error: unknown }) => isEventConflict(params.error),
  },
  actions: {
    begin: assign((_, { event, field }: EditSubject) => ({ ...emptyEdit, subject: { event, field } })),
    forget: assign(emptyEdit),
    setValue: assign((_, params: { value: string | null }) => ({ value: toNullIfEmpty(params.value), error: null })),
    setError: assign((_, params: { error: unknown }) => ({
      error: toFailure({ ...params, fallback: messages.events.updateFailed }).message,
    })),
    /** Continues from the other version: saving the user's value again is a decision, not a race. */
    setConflict: assign(({ context: { subject } }, params: { error: unknown }) => {
      const conflict = subject && readOtherVersion(params.error, subject.field);
      return conflict ? { subject: { ...subject, event: conflict.event }, theirs: conflict.theirs } : {};
    }),
    relaySaved: ({ self }, params: { event: Event; subject: EditSubject | null }) =>
      notifyParent(self, { type: 'event.saved', event: params.event, field: params.subject?.field }),
    relayRead: ({ self }, params: { subject: EditSubject | null }) =>
      notifyParent(self, { type: 'event.read', event: params.subject?.event }),
    /** Confirms the save on screen and to screen readers. */
    reportSaved: (_, _params: { event: Event; subject: EditSubject | null }) => {},
  },
}).createMachine({
  id: 'eventEdit',
  context: emptyEdit,
  initial: 'closed',
  states: {
    closed: {
      description: 'No field is being edited in the dialog.',
      on: {
        'edit.open': {
          guard: withEvent('mayEdit'),
          target: 'open',
          actions: withEvent('begin'),
        },
      },
    },
    open: {
      description: 'The dialog is open for one field of one event.',
      tags: 'open',
      initial: 'editing',
      states: {
        editing: { description: 'The user changes the value; no error is shown.' },
        failed: { description: 'The last save failed: the reason is shown and the typed value is still there.' },
      },
      on: {
        'edit.open': {
          guard: withEvent('mayEdit'),
          target: 'open',
          actions: withEvent('begin'),
        },
        'edit.submit': [
          { guard: withEvent('isUnchanged'), target: 'closed', actions: 'forget' },
          { target: 'saving', actions: withEvent('setValue') },
        ],
        'edit.cancel': { target: 'closed', actions: 'forget' },
      },
    },
    saving: {
      description: 'The value is on its way to the server; the dialog stays open until the answer.',
      tags: ['open', 'busy'],
      invoke: {
        id: 'patchEvent',
        src: 'patchEvent',
        input: ({ context }) => toChange(context),
        onDone: {
          target: 'closed',
          actions: [
            { type: 'relaySaved', params: ({ context, event }) => ({ event: event.output, subject: context.subject }) },
            { type: 'reportSaved', params: ({ context, event }) => ({ event: event.output, subject: context.subject }) },
            'forget',
          ],
        },
        onError: [
          {
            guard: withError('isConflict'),
            target: 'conflicted',
            actions: [withError('setConflict'), { type: 'relayRead', params: ({ context }) => context }],
          },
          { target: 'open.failed', actions: withError('setError') },
        ],
      },
    },
    conflicted: {
      description: 'Somebody else changed the field first: the user saves their own value or takes the other one.',
      tags: 'open',
      on: {
        'conflict.mine': 'saving',
        'conflict.theirs': { target: 'closed', actions: 'forget' },
        'edit.cancel': { target: 'closed', actions: 'forget' },
      },
    },
  },
});
