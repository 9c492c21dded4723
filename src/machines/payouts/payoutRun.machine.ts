import { assign, fromPromise, setup } from 'xstate';
import type { PayoutRun, PayoutRunState } from '../../../contract/entities/payoutRun.ts';
import { messages } from '../../../contract/messages.ts';
import { formFailureOf, sentenceOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** What is done with the run or with the payment of one person in it. */
export type RunStep =
  | Readonly<{ kind: 'approve' | 'cancel' | 'complete' }>
  | Readonly<{ kind: 'close'; reason: string }>
  | Readonly<{ kind: 'change'; userId: string; amount: string; reason: string }>
  | Readonly<{ kind: 'person'; userId: string; step: 'complete' | 'retry' | 'fail' | 'reverse'; reason: string }>;
/** What is asked about one person before it is done: another amount, or why the payment failed or is reversed. */
type PersonQuestion = Readonly<{ userId: string; about: 'change' | 'fail' | 'reverse' }>;
/** Or why the run is completed without the payments of it that failed. */
export type RunQuestion = PersonQuestion | Readonly<{ about: 'close' }>;
type Context = {
  id: string;
  run: PayoutRun | null;
  question: RunQuestion | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'run.retry' }
  | { type: 'run.step'; step: RunStep }
  | { type: 'question.open'; question: RunQuestion }
  | { type: 'question.answer'; step: RunStep }
  | { type: 'question.close' }
  | { type: 'error.dismiss' };

const isIn = (run: PayoutRun | null, state: PayoutRunState): boolean => run?.status === state;
const personOf = (run: PayoutRun | null, userId: string) => run?.data.find((person) => person.user_id === userId);

/** May this be done now? The server says so with every answer. */
const may = (run: PayoutRun | null, step: RunStep): boolean => {
  if (step.kind === 'person') return personOf(run, step.userId)?.actions.includes(step.step) ?? false;
  return run?.actions.includes(step.kind) ?? false;
};
const mayAsk = (run: PayoutRun | null, question: RunQuestion): boolean => {
  if (question.about === 'close') return run?.actions.includes('close') ?? false;
  const { userId, about } = question;
  return about === 'change'
    ? (run?.actions.includes('change') ?? false) && (personOf(run, userId)?.proposed ?? 0) > 0
    : (personOf(run, userId)?.actions.includes(about) ?? false);
};
/** The step is what was asked about, of the same person. */
const answers = (question: RunQuestion | null, step: RunStep): boolean => {
  if (question === null) return false;
  if (question.about === 'close') return step.kind === 'close';
  if (step.kind === 'change') return question.about === 'change' && question.userId === step.userId;
  return step.kind === 'person' && question.about === step.step && question.userId === step.userId;
};

/**
 * The page of a payout run (decisions 2.16).
 * Normal path: loading → proposed → approved → completed; each step goes through saving, and some through asking first.
 * Never: do what the server does not offer, two things at once, or lose what was typed because a save failed or the run was read again.
 */
export const payoutRunMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { id: string }, tags: {} as 'busy' },
  actors: {
    loadRun: fromPromise<PayoutRun, { id: string }>(missing('loadRun')),
    saveStep: fromPromise<void, { run: PayoutRun; step: RunStep }>(missing('saveStep')),
  },
  guards: {
    isProposed: ({ context }) => isIn(context.run, 'proposed'),
    isApproved: ({ context }) => isIn(context.run, 'approved'),
    isCancelled: ({ context }) => isIn(context.run, 'cancelled'),
    mayDo: ({ context }, { step }: { step: RunStep }) => may(context.run, step),
    mayAsk: ({ context }, { question }: { question: RunQuestion }) => mayAsk(context.run, question),
    isAnswer: ({ context }, { step }: { step: RunStep }) => answers(context.question, step) && may(context.run, step),
    isAsking: ({ context }) => context.question !== null,
    isStillAsked: ({ context: { question } }, { output }: { output: PayoutRun }) => question !== null && mayAsk(output, question),
  },
  actions: {
    keepRun: assign((_, { output }: { output: PayoutRun }) => ({ run: output, question: null, error: null, fields: {} })),
    renewRun: assign((_, { output }: { output: PayoutRun }) => ({ run: output })),
    keepQuestion: assign((_, { question }: { question: RunQuestion }) => ({ question, error: null, fields: {} })),
    forgetQuestion: assign({ question: null, error: null, fields: {} }),
    closeQuestion: assign({ question: null, fields: {} }),
    keepLoadError: assign((_, { error }: { error: unknown }) => ({
      error: sentenceOf({ error, fallback: messages.payoutRuns.oneFailed }),
    })),
    keepError: assign((_, { error }: { error: unknown }) => formFailureOf({ error, fallback: messages.payoutRuns.stepFailed })),
    forgetError: assign({ error: null, fields: {} }),
  },
}).createMachine({
  id: 'payoutRun',
  context: ({ input }) => ({ ...input, run: null, question: null, error: null, fields: {} }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The payout run is on its way from the server.',
      tags: 'busy',
      invoke: {
        id: 'loadRun',
        src: 'loadRun',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'shown', actions: ofEvent('keepRun') },
        onError: { target: 'failed', actions: ofError('keepLoadError') },
      },
    },
    failed: {
      description: "The payout run couldn't be loaded; the user can try again.",
      on: { 'run.retry': { target: 'loading', actions: 'forgetError' } },
    },
    shown: {
      description: 'The payout run is on the screen with the steps that are allowed.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Passes at once: the page shows what the server says about the run.',
          always: [
            { guard: 'isProposed', target: 'proposed' },
            { guard: 'isApproved', target: 'approved' },
            { guard: 'isCancelled', target: 'cancelled' },
            { target: 'completed' },
          ],
        },
        proposed: { description: 'Amounts can still be changed with a reason, and a second person approves the run.' },
        approved: { description: 'The run is approved, and its payments are being settled.' },
        completed: { description: 'The run is finished, possibly without payments that failed.' },
        cancelled: { description: 'The run was called off, and nobody is paid by it.' },
      },
      on: {
        'run.step': { guard: ofEvent('mayDo'), target: 'saving' },
        'question.open': { guard: ofEvent('mayAsk'), target: 'asking', actions: ofEvent('keepQuestion') },
        'error.dismiss': { actions: 'forgetError' },
        'run.retry': 'loading',
      },
    },
    asking: {
      description: 'A form is open over the run, such as for a changed amount and its reason.',
      on: {
        'question.answer': { guard: ofEvent('isAnswer'), target: 'saving' },
        'question.close': { target: 'shown', actions: 'forgetQuestion' },
        // Somebody else may have changed the run: it is read again below the question, with what was typed.
        'run.retry': 'rereading',
      },
    },
    rereading: {
      description: 'The run is loaded again below the open form, which keeps its text.',
      tags: 'busy',
      invoke: {
        id: 'loadRun',
        src: 'loadRun',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          { guard: ofEvent('isStillAsked'), target: 'asking', actions: [ofEvent('renewRun'), 'forgetError'] },
          // Why it was refused stays to be read.
          { target: 'shown', actions: [ofEvent('renewRun'), 'closeQuestion'] },
        ],
        onError: { target: 'asking', actions: ofError('keepLoadError') },
      },
    },
    saving: {
      description: 'The step is on its way to the server.',
      tags: 'busy',
      invoke: {
        id: 'saveStep',
        src: 'saveStep',
        // Entered with a run and by an event that brings a step only.
        input: ({ context, event }) => ({ run: context.run as PayoutRun, step: (event as { step: RunStep }).step }),
        // It is done, whatever becomes of reading the run again.
        onDone: { target: 'loading', actions: 'forgetQuestion' },
        onError: [
          { guard: 'isAsking', target: 'asking', actions: ofError('keepError') },
          { target: 'shown', actions: ofError('keepError') },
        ],
      },
    },
  },
});
