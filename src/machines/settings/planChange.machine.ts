import { assign, fromPromise, setup } from 'xstate';
import type { PlanChangeNotice } from '../../../contract/entities/configChange.ts';
import { messages } from '../../../contract/messages.ts';
import { sentenceOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

type Context = { version: string; notice: PlanChangeNotice | null; error: string | null };
type Events = { type: 'change.retry' } | { type: 'change.acknowledge' };

const text = messages.planChange;

/**
 * A change of the user's plan, to be read and acknowledged (decisions 2.09).
 * Normal path: loading → unread → acknowledging → read.
 * Never: acknowledge what was not shown: the hash that is sent is that of the text on the screen.
 */
export const planChangeMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { version: string } },
  actors: {
    loadChange: fromPromise<PlanChangeNotice, { version: string }>(missing('loadChange')),
    acknowledgeChange: fromPromise<PlanChangeNotice, { version: string; sha256: string }>(missing('acknowledgeChange')),
  },
  guards: { isRead: (_, { output }: { output: PlanChangeNotice }) => output.acknowledged_at !== null },
  actions: {
    keepNotice: assign((_, { output }: { output: PlanChangeNotice }) => ({ notice: output, error: null })),
    keepLoadError: assign({ error: (_, { error }: { error: unknown }) => sentenceOf({ error, fallback: text.failed }) }),
    keepError: assign({ error: (_, { error }: { error: unknown }) => sentenceOf({ error, fallback: text.acknowledgeFailed }) }),
    forgetError: assign({ error: null }),
  },
}).createMachine({
  id: 'planChange',
  context: ({ input }) => ({ ...input, notice: null, error: null }),
  initial: 'loading',
  states: {
    loading: {
      description: "The change of the user's plan is on its way.",
      invoke: {
        id: 'loadChange',
        src: 'loadChange',
        input: ({ context }) => ({ version: context.version }),
        onDone: [
          { guard: ofEvent('isRead'), target: 'read', actions: ofEvent('keepNotice') },
          { target: 'unread', actions: ofEvent('keepNotice') },
        ],
        onError: { target: 'failed', actions: ofError('keepLoadError') },
      },
    },
    failed: {
      description: "The change couldn't be loaded; the user can try again.",
      on: { 'change.retry': { target: 'loading', actions: 'forgetError' } },
    },
    unread: {
      description: 'The change is shown, and the user has not acknowledged it yet.',
      on: { 'change.acknowledge': { target: 'acknowledging', actions: 'forgetError' } },
    },
    acknowledging: {
      description: 'The acknowledgment is on its way to the server.',
      invoke: {
        id: 'acknowledgeChange',
        src: 'acknowledgeChange',
        input: ({ context }) => ({ version: context.version, sha256: context.notice?.sha256 ?? '' }),
        onDone: { target: 'read', actions: ofEvent('keepNotice') },
        onError: { target: 'unread', actions: ofError('keepError') },
      },
    },
    read: { description: 'The change is shown as acknowledged by the user.' },
  },
});
