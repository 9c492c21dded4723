import { assign, fromPromise, setup } from 'xstate';
import type { EditableField, Event } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';
import { notifyParent } from '../support/parent.ts';
import { type FieldChange, isEventConflict, readOtherVersion, type ServerValue } from './eventConflict.ts';
import { type CellState, toCell, type UnsavedCell } from './unsavedCells.ts';

type Context = UnsavedCell & {
  error: string | null;
  theirs: ServerValue | null;
  /** The event with the other user's value. */
  current: Event | null;
};
type Events =
  | { type: 'edit.add'; value: string | null }
  | { type: 'edit.retry' }
  | { type: 'edit.discard' }
  /** Resolves a conflict in favor of the user's value, once the user has seen the other one. */
  | { type: 'edit.overwrite' };

const toChange = ({ event, field, values }: Context): FieldChange => ({
  id: event.id,
  field,
  value: values[0] ?? null,
  version: event.version ?? null,
});
const toCellState = ({ event, field, values, error, theirs }: Context, phase: CellState['phase']): CellState => ({
  event,
  field,
  values,
  phase,
  error,
  theirs,
});

/**
 * The save queue of one field of one event (spec 2.48, 5.11, decisions 6.05): saves its values one by one in the order they were entered.
 * Normal path: saving → saving … → ended.
 * Never: send two values of a field at once, lose one without a response, or overwrite another user's edit unseen.
 */
export const cellSaveMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as UnsavedCell },
  actors: { patchEvent: fromPromise<Event, FieldChange>(missing('patchEvent')) },
  guards: {
    hasMore: ({ context }) => context.values.length > 1,
    isConflict: (_, { error }: { error: unknown }) => isEventConflict(error),
    isNew: ({ context }, { value }: { value: string | null }) => context.values.at(-1) !== value,
  },
  actions: {
    add: assign({ values: ({ context }, { value }: { value: string | null }) => [...context.values, value] }),
    /** Replaces the unsaved values. */
    replace: assign((_, { value }: { value: string | null }) => ({ values: [value], error: null })),
    setEvent: assign((_, { event }: { event: Event }) => ({ event })),
    dropFirst: assign({ values: ({ context }) => context.values.slice(1) }),
    forgetError: assign({ error: null }),
    setError: assign((_, { error }: { error: unknown }) => ({
      error: toFailure({ error, fallback: messages.events.updateFailed }).message,
    })),
    /** `event` remains the version that was edited, so the conflict returns after a reload. Only the user's newest value is in question. */
    setConflict: assign(({ context }, { error }: { error: unknown }) => {
      const conflict = readOtherVersion(error, context.field);
      return { current: conflict?.event ?? null, theirs: conflict?.theirs ?? null, values: context.values.slice(-1), error: null };
    }),
    /** Continues from the other version: saving the user's value is now a decision, not a race. */
    takeVersion: assign({ event: ({ context }) => context.current ?? context.event }),
    relaySaved: ({ self }, params: { event: Event; field: EditableField }) => notifyParent(self, { type: 'event.saved', ...params }),
    relayRead: ({ self }, params: { event: Event | null }) => notifyParent(self, { type: 'event.read', ...params }),
    relayState: ({ self }, params: CellState) => notifyParent(self, { type: 'cell.changed', cell: params }),
    relayEnded: ({ self }, params: { event: Event; field: EditableField }) =>
      notifyParent(self, { type: 'cell.ended', cell: toCell(params) }),
  },
}).createMachine({
  id: 'cellSave',
  context: ({ input }) => ({ ...input, error: null, theirs: null, current: null }),
  initial: 'saving',
  states: {
    saving: {
      description: 'A value is on its way to the server; later ones for the same cell wait behind it.',
      entry: { type: 'relayState', params: ({ context }) => toCellState(context, 'saving') },
      invoke: {
        id: 'patchEvent',
        src: 'patchEvent',
        input: ({ context }) => toChange(context),
        onDone: [
          {
            guard: 'hasMore',
            target: 'saving',
            reenter: true,
            actions: [
              { type: 'relaySaved', params: ({ context, event }) => ({ event: event.output, field: context.field }) },
              { type: 'setEvent', params: ({ event }) => ({ event: event.output }) },
              'dropFirst',
            ],
          },
          {
            target: 'ended',
            actions: { type: 'relaySaved', params: ({ context, event }) => ({ event: event.output, field: context.field }) },
          },
        ],
        onError: [
          {
            guard: withError('isConflict'),
            target: 'conflicted',
            actions: withError('setConflict'),
          },
          // The failed value was already replaced: saving the next one yields the same outcome or a better one.
          { guard: 'hasMore', target: 'saving', reenter: true, actions: 'dropFirst' },
          { target: 'failed', actions: withError('setError') },
        ],
      },
      on: {
        'edit.add': {
          guard: withEvent('isNew'),
          actions: [withEvent('add'), { type: 'relayState', params: ({ context }) => toCellState(context, 'saving') }],
        },
      },
    },
    failed: {
      description: "The value wasn't saved: the cell shows the error until the user retries, rewrites or discards it.",
      entry: { type: 'relayState', params: ({ context }) => toCellState(context, 'failed') },
      on: {
        'edit.add': { target: 'saving', actions: withEvent('replace') },
        'edit.retry': { target: 'saving', actions: 'forgetError' },
        'edit.discard': 'ended',
      },
    },
    conflicted: {
      description: 'Somebody else changed the cell first: it shows both values until the user decides.',
      entry: [
        { type: 'relayRead', params: ({ context }) => ({ event: context.current }) },
        { type: 'relayState', params: ({ context }) => toCellState(context, 'conflicted') },
      ],
      on: {
        // The user has not seen the other value yet, so the new value is part of the conflict too.
        'edit.add': {
          actions: [withEvent('replace'), { type: 'relayState', params: ({ context }) => toCellState(context, 'conflicted') }],
        },
        'edit.overwrite': { target: 'saving', actions: 'takeVersion' },
        'edit.discard': 'ended',
      },
    },
    ended: {
      description: 'Every value written in the cell is saved or discarded.',
      type: 'final',
      entry: { type: 'relayEnded', params: ({ context: { event, field } }) => ({ event, field }) },
    },
  },
});
