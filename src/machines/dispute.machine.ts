import { assign, fromPromise, setup } from 'xstate';
import type { Dispute } from '../../contract/entities/dispute.ts';
import { messages } from '../../contract/messages.ts';
import { failureOf } from './failure.ts';

/** What somebody does to a question; `text` is the message, the reply or how it was resolved, `amount` an adjustment that comes of it. */
export type DisputeStep =
  | Readonly<{ kind: 'open'; text: string }>
  | Readonly<{ kind: 'reply' | 'resolve'; id: string; text: string; amount?: string }>
  | Readonly<{ kind: 'take' | 'withdraw'; id: string }>;

type Context = { disputes: readonly Dispute[]; step: DisputeStep | null; saved: number; error: string | null };
type Events = { type: 'step.submit'; step: DisputeStep } | { type: 'disputes.retry' };

const text = messages.disputes;

/**
 * "Question this amount": the questions about one record and what is done with them (decisions 2, "Quick Actions").
 * Normal path: loading → shown → saving → loading → shown. What may be done comes with each question from the server.
 * Never: send the same step twice, or lose what was written because saving failed: the form is cleared only when `saved` counts up.
 */
export const disputeMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    loadDisputes: fromPromise<readonly Dispute[]>(() => Promise.reject(new Error('loadDisputes not provided'))),
    saveStep: fromPromise<void, { step: DisputeStep }>(() => Promise.reject(new Error('saveStep not provided'))),
  },
  guards: {
    isAllowed: ({ context }, { step }: { step: DisputeStep }) =>
      step.kind === 'open' || context.disputes.some((dispute) => dispute.id === step.id && dispute.actions.includes(step.kind)),
  },
  actions: {
    keepDisputes: assign({ disputes: (_, params: { disputes: readonly Dispute[] }) => params.disputes, error: null }),
    keepStep: assign({ step: (_, params: { step: DisputeStep }) => params.step, error: null }),
    /** Tells the page: a resolution may have changed what the record is worth. */
    reportSaved: () => {},
    countSaved: assign({ step: null, saved: ({ context }) => context.saved + 1 }),
    keepLoadError: assign({ error: (_, params: { error: unknown }) => failureOf({ ...params, fallback: text.loadFailed }).message }),
    keepSaveError: assign((_, params: { error: unknown }) => ({
      step: null,
      error: failureOf({ ...params, fallback: text.failed }).message,
    })),
  },
}).createMachine({
  id: 'dispute',
  context: { disputes: [], step: null, saved: 0, error: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadDisputes',
        src: 'loadDisputes',
        onDone: { target: 'shown', actions: { type: 'keepDisputes', params: ({ event }) => ({ disputes: event.output }) } },
        onError: { target: 'failed', actions: { type: 'keepLoadError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    shown: {
      on: {
        'step.submit': {
          guard: { type: 'isAllowed', params: ({ event }) => event },
          target: 'saving',
          actions: { type: 'keepStep', params: ({ event }) => event },
        },
      },
    },
    saving: {
      invoke: {
        id: 'saveStep',
        src: 'saveStep',
        // `saving` is entered with a step only.
        input: ({ context }) => ({ step: context.step as DisputeStep }),
        onDone: { target: 'loading', actions: ['reportSaved', 'countSaved'] },
        onError: { target: 'shown', actions: { type: 'keepSaveError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    failed: { on: { 'disputes.retry': 'loading' } },
  },
});
