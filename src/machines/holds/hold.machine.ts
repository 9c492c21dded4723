import { assign, fromPromise, setup } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import { getFieldErrors, toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** `releaseOn` is '' for a hold until someone releases it. */
export type HoldValues = Readonly<{ reason: string; releaseOn: string }>;
type Context = { values: HoldValues | null; error: string | null; fields: Readonly<Record<string, string>> };
type Events = { type: 'hold.open' } | { type: 'hold.submit'; values: HoldValues } | { type: 'hold.close' } | { type: 'hold.release' };

const t = messages.holds;

/**
 * Holds one record and releases it (decisions 2.08).
 * Normal path: shown → editing → saving → shown; a release needs no confirmation, because the record can be held again.
 * Never: close the form before the server responds, or lose input after a refusal.
 */
export const holdMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'form' | 'busy' },
  actors: {
    saveHold: fromPromise<unknown, HoldValues>(missing('saveHold')),
    releaseHold: fromPromise<void>(missing('releaseHold')),
  },
  actions: {
    begin: assign({ values: null, error: null, fields: {} }),
    setTyped: assign((_, { values }: { values: HoldValues }) => ({ values, error: null, fields: {} })),
    setError: assign((_, { error }: { error: unknown }) => ({
      error: toFailure({ error, fallback: t.saveFailed }).message,
      fields: getFieldErrors(error),
    })),
    setReleaseError: assign((_, { error }: { error: unknown }) => ({
      error: toFailure({ error, fallback: t.releaseFailed }).message,
    })),
    reportHeld: () => {},
    reportReleased: () => {},
  },
}).createMachine({
  id: 'hold',
  context: { values: null, error: null, fields: {} },
  initial: 'shown',
  states: {
    shown: {
      description: 'The record shows whether its payment is on hold.',
      on: {
        'hold.open': { target: 'editing', actions: 'begin' },
        'hold.release': { target: 'releasing', actions: 'begin' },
      },
    },
    editing: {
      description: 'A form is open for the reason of the hold and the day on which it ends.',
      tags: 'form',
      on: {
        'hold.submit': { target: 'saving', actions: withEvent('setTyped') },
        'hold.close': { target: 'shown', actions: 'begin' },
      },
    },
    saving: {
      description: 'The hold is on its way to the server; the form stays open until the answer.',
      tags: ['form', 'busy'],
      invoke: {
        id: 'saveHold',
        src: 'saveHold',
        // The typed values are always set here.
        input: ({ context }) => context.values as HoldValues,
        onDone: { target: 'shown', actions: ['begin', 'reportHeld'] },
        onError: { target: 'editing', actions: withError('setError') },
      },
    },
    releasing: {
      description: 'The release is on its way to the server.',
      tags: 'busy',
      invoke: {
        id: 'releaseHold',
        src: 'releaseHold',
        onDone: { target: 'shown', actions: 'reportReleased' },
        onError: { target: 'shown', actions: withError('setReleaseError') },
      },
    },
  },
});
