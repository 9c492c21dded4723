import { assign, fromPromise, setup } from 'xstate';
import type { EditableField, Event, EventConflict } from '../../contract/entities/event.ts';
import { messages } from '../../contract/messages.ts';
import { failureOf, statusOf } from './failure.ts';
import { missing } from './missing.ts';
import { tellParent } from './parent.ts';

/** Which field of which event, and where it is edited. */
export type EditSubject = Readonly<{ event: Event; field: EditableField; from: 'cell' | 'dialog' }>;
type Theirs = Readonly<{ value: string | null; by: string | null; at: string | null }>;

type Context = {
  subject: EditSubject | null;
  /** Opened while another was being saved: its turn comes after that. */
  next: EditSubject | null;
  /** What was last submitted; null is empty. */
  value: string | null;
  error: string | null;
  /** What somebody else made of the field meanwhile. */
  theirs: Theirs | null;
};

type Events =
  | ({ type: 'edit.open' } & EditSubject)
  | { type: 'edit.submit'; value: string | null }
  | { type: 'edit.cancel' }
  | { type: 'conflict.mine' }
  | { type: 'conflict.theirs' };

type Patch = Readonly<{ id: string; field: EditableField; value: string | null; version: number | null }>;

/** spec 2.48, 5.11: empty is null. */
const emptyAsNull = (value: string | null | undefined): string | null => (value == null || value.trim() === '' ? null : value);

/** The event as it is now, where the server's 409 says so. */
const conflictOf = (error: unknown): EventConflict | null => {
  const { data } = (error ?? {}) as { data?: Partial<EventConflict> };
  return statusOf(error) === 409 && data?.current ? { message: '', code: '', fields: [], current: data.current, ...data } : null;
};

const patchOf = ({ subject, value }: Context): Patch => {
  if (subject === null) throw new Error('eventEdit saves without a subject');
  return { id: subject.event.id, field: subject.field, value, version: subject.event.version ?? null };
};

/**
 * Editing one field of one event, in its cell or in the dialog (spec 2.48, 4.07, 5.11, 8.05).
 * Normal path: closed → editing → saving → closed, and the parent gets the event as the server has it now.
 * Never: show a value as saved before the answer, lose an answer because somebody pressed Escape, or overwrite what somebody else wrote unseen.
 */
export const eventEditMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'open' | 'busy' },
  actors: { patchEvent: fromPromise<Event, Patch>(missing('patchEvent')) },
  guards: {
    mayEdit: (_, params: { event: Event }) => params.event.can_edit !== false,
    isUnchanged: ({ context }, params: { value: string | null }) =>
      context.subject !== null && emptyAsNull(context.subject.event[context.subject.field]) === emptyAsNull(params.value),
    isConflict: (_, params: { error: unknown }) => conflictOf(params.error) !== null,
    hasNext: ({ context }) => context.next !== null,
  },
  actions: {
    begin: assign((_, { event, field, from }: EditSubject) => ({
      subject: { event, field, from },
      next: null,
      value: null,
      error: null,
      theirs: null,
    })),
    queue: assign({ next: (_, { event, field, from }: EditSubject) => ({ event, field, from }) }),
    dropNext: assign({ next: null }),
    /** The next field of the same row starts from what was just saved. */
    takeNext: assign(({ context }, { saved }: { saved: Event }) => ({
      subject: context.next && { ...context.next, event: context.next.event.id === saved.id ? saved : context.next.event },
      next: null,
      value: null,
      error: null,
      theirs: null,
    })),
    forget: assign({ subject: null, next: null, value: null, error: null, theirs: null }),
    keepValue: assign((_, params: { value: string | null }) => ({ value: emptyAsNull(params.value), error: null })),
    keepError: assign((_, params: { error: unknown }) => ({
      next: null,
      error: failureOf({ ...params, fallback: messages.events.updateFailed }).message,
    })),
    /** From here on the edit starts from their version: saving mine again is a decision, not a race. */
    keepConflict: assign(({ context }, params: { error: unknown }) => {
      const conflict = conflictOf(params.error);
      if (context.subject === null || conflict === null) return {};
      const theirs = conflict.fields.find(({ field }) => field === context.subject?.field);
      const value = theirs === undefined ? conflict.current[context.subject.field] : theirs.value;
      return {
        subject: { ...context.subject, event: conflict.current },
        next: null,
        theirs: { value, by: theirs?.edited_by ?? null, at: theirs?.edited_at ?? null },
      };
    }),
    relaySaved: ({ self }, params: { event: Event; subject: EditSubject | null }) =>
      tellParent(self, { type: 'event.saved', event: params.event, field: params.subject?.field }),
    relayRead: ({ self }, params: { subject: EditSubject | null }) =>
      tellParent(self, { type: 'event.read', event: params.subject?.event }),
    /** Says that it is saved, to the eye and to the ear. */
    reportSaved: (_, _params: { event: Event; subject: EditSubject | null }) => {},
  },
}).createMachine({
  id: 'eventEdit',
  context: { subject: null, next: null, value: null, error: null, theirs: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'edit.open': {
          guard: { type: 'mayEdit', params: ({ event }) => event },
          target: 'open',
          actions: { type: 'begin', params: ({ event }) => event },
        },
      },
    },
    open: {
      tags: 'open',
      initial: 'editing',
      states: { editing: {}, failed: {} },
      on: {
        'edit.open': {
          guard: { type: 'mayEdit', params: ({ event }) => event },
          target: 'open',
          actions: { type: 'begin', params: ({ event }) => event },
        },
        'edit.submit': [
          { guard: { type: 'isUnchanged', params: ({ event }) => event }, target: 'closed', actions: 'forget' },
          { target: 'saving', actions: { type: 'keepValue', params: ({ event }) => event } },
        ],
        'edit.cancel': { target: 'closed', actions: 'forget' },
      },
    },
    saving: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'patchEvent',
        src: 'patchEvent',
        input: ({ context }) => patchOf(context),
        onDone: [
          {
            guard: 'hasNext',
            target: 'open',
            actions: [
              { type: 'relaySaved', params: ({ context, event }) => ({ event: event.output, subject: context.subject }) },
              { type: 'reportSaved', params: ({ context, event }) => ({ event: event.output, subject: context.subject }) },
              { type: 'takeNext', params: ({ event }) => ({ saved: event.output }) },
            ],
          },
          {
            target: 'closed',
            actions: [
              { type: 'relaySaved', params: ({ context, event }) => ({ event: event.output, subject: context.subject }) },
              { type: 'reportSaved', params: ({ context, event }) => ({ event: event.output, subject: context.subject }) },
              'forget',
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'isConflict', params: ({ event }) => ({ error: event.error }) },
            target: 'conflicted',
            actions: [
              { type: 'keepConflict', params: ({ event }) => ({ error: event.error }) },
              { type: 'relayRead', params: ({ context }) => context },
            ],
          },
          { target: 'open.failed', actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
      on: {
        // Tab goes on to the next cell before the answer is there.
        'edit.open': {
          guard: { type: 'mayEdit', params: ({ event }) => event },
          actions: { type: 'queue', params: ({ event }) => event },
        },
        // What is on its way stays on its way: only what would come next is given up.
        'edit.cancel': { actions: 'dropNext' },
      },
    },
    conflicted: {
      tags: 'open',
      on: {
        'conflict.mine': 'saving',
        'conflict.theirs': { target: 'closed', actions: 'forget' },
        'edit.cancel': { target: 'closed', actions: 'forget' },
      },
    },
  },
});
