import { assign, fromPromise, setup } from 'xstate';
import type { Dispute } from '../../../contract/entities/dispute.ts';
import { messages } from '../../../contract/messages.ts';
import { failureOf, isUnanswered, statusOf } from '../support/failure.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** What is done to a question; `text` is the message, the reply or how it was resolved, `amount` an adjustment that comes of it. */
export type DisputeStep =
  | Readonly<{ kind: 'open'; text: string }>
  | Readonly<{ kind: 'reply' | 'resolve'; id: string; text: string; amount?: string }>
  | Readonly<{ kind: 'take' | 'withdraw'; id: string }>;

type Context = {
  disputes: readonly Dispute[];
  step: DisputeStep | null;
  saved: number;
  /** The step that `saved` counted last. */
  last: DisputeStep | null;
  error: string | null;
};
type Events = { type: 'step.submit'; step: DisputeStep } | { type: 'disputes.retry' };

const text = messages.disputes;

/**
 * "Question this amount": the questions about one record and what is done with them (decisions 2.13).
 * Normal path: loading → shown → saving → loading → shown. What may be done comes with each question from the server.
 * Never: send the same step twice, offer what is no longer possible, or lose what was written because saving failed: only the words of the step
 * that `saved` counted are cleared.
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
    isOld: (_, { error }: { error: unknown }) => statusOf(error) === 409 || isUnanswered(error),
  },
  actions: {
    keepDisputes: assign({ disputes: (_, params: { disputes: readonly Dispute[] }) => params.disputes, error: null }),
    renewDisputes: assign({ disputes: (_, params: { disputes: readonly Dispute[] }) => params.disputes }),
    keepStep: assign({ step: (_, params: { step: DisputeStep }) => params.step, error: null }),
    /** Tells the page: a resolution may have changed what the record is worth. */
    reportSaved: () => {},
    countSaved: assign(({ context }) => ({ step: null, last: context.step, saved: context.saved + 1 })),
    keepLoadError: assign({ error: (_, params: { error: unknown }) => failureOf({ ...params, fallback: text.loadFailed }).message }),
    keepSaveError: assign((_, params: { error: unknown }) => ({
      step: null,
      error: failureOf({ ...params, fallback: text.failed }).message,
    })),
  },
}).createMachine({
  id: 'dispute',
  context: { disputes: [], step: null, saved: 0, last: null, error: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'The questions about this record are on their way.',
      invoke: {
        id: 'loadDisputes',
        src: 'loadDisputes',
        onDone: { target: 'shown', actions: { type: 'keepDisputes', params: ({ event }) => ({ disputes: event.output }) } },
        onError: { target: 'failed', actions: ofError('keepLoadError') },
      },
    },
    shown: {
      description: 'The questions are listed with the steps that the user may take.',
      on: {
        'step.submit': {
          guard: ofEvent('isAllowed'),
          target: 'saving',
          actions: ofEvent('keepStep'),
        },
      },
    },
    saving: {
      description: 'A step, such as a reply, is on its way to the server.',
      invoke: {
        id: 'saveStep',
        src: 'saveStep',
        // `saving` is entered with a step only.
        input: ({ context }) => ({ step: context.step as DisputeStep }),
        onDone: { target: 'loading', actions: ['reportSaved', 'countSaved'] },
        onError: [
          {
            guard: ofError('isOld'),
            target: 'renewing',
            actions: ofError('keepSaveError'),
          },
          { target: 'shown', actions: ofError('keepSaveError') },
        ],
      },
    },
    renewing: {
      description: 'The step was outdated or got no answer: the questions are loaded again under that message.',
      invoke: {
        id: 'loadDisputes',
        src: 'loadDisputes',
        onDone: { target: 'shown', actions: { type: 'renewDisputes', params: ({ event }) => ({ disputes: event.output }) } },
        onError: 'shown',
      },
    },
    failed: { description: "The questions couldn't be loaded; the user can try again.", on: { 'disputes.retry': 'loading' } },
  },
});
