import { assign, fromPromise, setup } from 'xstate';
import type { InvoiceSplit } from '../../../contract/entities/split.ts';
import { messages } from '../../../contract/messages.ts';
import { newestIn } from '../support/conflict.ts';
import { failureOf, fieldErrorsOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** Shares as fractions. */
export type SplitTyped = Readonly<{ shares: readonly Readonly<{ user_id: string; share: number }>[]; reason: string }>;
/** Somebody an invoice may be shared with. */
export type SplitPerson = Readonly<{ value: string; label: string }>;
type Read = Readonly<{ split: InvoiceSplit; people: readonly SplitPerson[] }>;
type Context = {
  split: InvoiceSplit | null;
  people: readonly SplitPerson[];
  typed: SplitTyped | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events = { type: 'split.retry' } | { type: 'split.submit'; typed: SplitTyped } | { type: 'split.remove' };

const text = messages.splits;

/**
 * Sharing one invoice by hand, or as the plan says again (decisions 2.08).
 * Normal path: loading → editing → saving → done.
 * Never: save over a split that was not seen, or take back a split that there is not.
 */
export const splitMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'busy' },
  actors: {
    loadSplit: fromPromise<Read>(missing('loadSplit')),
    saveSplit: fromPromise<InvoiceSplit, SplitTyped & { version: number }>(missing('saveSplit')),
    removeSplit: fromPromise<InvoiceSplit, { version: number }>(missing('removeSplit')),
  },
  guards: { isByHand: ({ context }) => context.split?.by_hand === true },
  actions: {
    keepRead: assign((_, { output }: { output: Read }) => ({ ...output, error: null })),
    keepLoadError: assign((_, { error }: { error: unknown }) => ({ error: failureOf({ error, fallback: text.failed }).message })),
    keepTyped: assign((_, { typed }: { typed: SplitTyped }) => ({ typed, error: null, fields: {} })),
    forgetError: assign({ error: null, fields: {} }),
    keepError: assign(({ context }, { error }: { error: unknown }) => ({
      split: newestIn<InvoiceSplit>(error) ?? context.split,
      error: failureOf({ error, fallback: text.saveFailed }).message,
      fields: fieldErrorsOf(error),
    })),
    reportSaved: () => {},
    reportRemoved: () => {},
  },
}).createMachine({
  id: 'split',
  context: { split: null, people: [], typed: null, error: null, fields: {} },
  initial: 'loading',
  states: {
    loading: {
      description: 'The shares of this invoice are on their way.',
      invoke: {
        id: 'loadSplit',
        src: 'loadSplit',
        onDone: { target: 'editing', actions: ofEvent('keepRead') },
        onError: { target: 'failed', actions: ofError('keepLoadError') },
      },
    },
    failed: { description: "The shares couldn't be loaded; the user can try again.", on: { 'split.retry': 'loading' } },
    editing: {
      description: 'The user sets who shares the invoice and by how much; a refusal of the last save is shown.',
      on: {
        'split.submit': { target: 'saving', actions: ofEvent('keepTyped') },
        'split.remove': { guard: 'isByHand', target: 'removing', actions: 'forgetError' },
      },
    },
    saving: {
      description: 'The shares are on their way to the server; the form stays open until the answer.',
      tags: 'busy',
      invoke: {
        id: 'saveSplit',
        src: 'saveSplit',
        // Entered with what was typed over what was read only.
        input: ({ context }) => ({ ...(context.typed as SplitTyped), version: context.split?.version ?? 0 }),
        onDone: { target: 'done', actions: 'reportSaved' },
        onError: { target: 'editing', actions: ofError('keepError') },
      },
    },
    removing: {
      description: "The shares set by hand are being removed, so that the plan's shares apply again.",
      tags: 'busy',
      invoke: {
        id: 'removeSplit',
        src: 'removeSplit',
        input: ({ context }) => ({ version: context.split?.version ?? 0 }),
        onDone: { target: 'done', actions: 'reportRemoved' },
        onError: { target: 'editing', actions: ofError('keepError') },
      },
    },
    done: { description: 'The server has accepted the change, and the form closes.', type: 'final' },
  },
});
