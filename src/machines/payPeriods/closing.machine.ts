import { assign, fromPromise, setup } from 'xstate';
import type { ChecklistItem, PeriodReview } from '../../../contract/entities/periodReview.ts';
import { checklistItems } from '../../../contract/entities/periodReview.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

export type ClosingStep = 'review' | 'back' | 'sign' | 'close';
type Context = {
  id: string;
  review: PeriodReview | null;
  ticked: readonly ChecklistItem[];
  step: ClosingStep | null;
  error: string | null;
};
type Events =
  | { type: 'review.retry' }
  | { type: 'item.toggle'; item: ChecklistItem }
  | { type: 'step.take'; step: ClosingStep }
  | { type: 'error.dismiss' };

/** True if the server allows the step; signing also requires every item to be checked. */
const isAllowed = ({ review, ticked }: Context, step: ClosingStep): boolean => {
  if (step === 'sign') return (review?.may_sign ?? false) && checklistItems.every((item) => ticked.includes(item));
  return review?.period.actions.includes(step) ?? false;
};

/** Keeps checked items across a reload, as long as the user may sign. */
const withReview = ({ ticked }: Context, review: PeriodReview) => ({ review, ticked: review.may_sign ? ticked : [], step: null });

/**
 * The review of a month before closing (decisions 2.11).
 * Normal path: loading → signing → inReview → asking → saving → loading → closed.
 * Never: sign an incomplete checklist, close without confirmation, run two steps at once, or take a step the server does not offer.
 */
export const closingMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { id: string }, tags: {} as 'busy' },
  actors: {
    loadReview: fromPromise<PeriodReview, { id: string }>(missing('loadReview')),
    /** The app's confirmation; false for no. */
    askClose: fromPromise<boolean, { review: PeriodReview }>(missing('askClose')),
    saveStep: fromPromise<void, { id: string; step: ClosingStep; items: readonly ChecklistItem[] }>(missing('saveStep')),
  },
  guards: {
    canSign: ({ context }) => context.review?.may_sign === true,
    isInReview: ({ context }) => context.review?.period.state === 'review',
    isWriting: ({ context }) =>
      context.review?.period.state === 'closed' && context.review.statements.some(({ state }) => state === 'waiting'),
    isClosed: ({ context }) => context.review?.period.state === 'closed',
    mayClose: ({ context }, { step }: { step: ClosingStep }) => step === 'close' && isAllowed(context, step),
    isStepAllowed: ({ context }, { step }: { step: ClosingStep }) => step !== 'close' && isAllowed(context, step),
    isConfirmed: (_, { output }: { output: boolean }) => output,
  },
  actions: {
    setReview: assign(({ context }, { output }: { output: PeriodReview }) => ({ ...withReview(context, output), error: null })),
    // Leaves `error` in place, so the refusal of the last step stays visible.
    renewReview: assign(({ context }, { output }: { output: PeriodReview }) => withReview(context, output)),
    toggleItem: assign(({ context: { ticked } }, { item }: { item: ChecklistItem }) => ({
      ticked: ticked.includes(item) ? ticked.filter((checkedItem) => checkedItem !== item) : [...ticked, item],
    })),
    setStep: assign((_, { step }: { step: ClosingStep }) => ({ step, error: null })),
    setLoadError: assign((_, { error }: { error: unknown }) => ({
      error: toFailureMessage({ error, fallback: messages.closing.loadFailed }),
    })),
    setError: assign((_, { error }: { error: unknown }) => ({ error: toFailureMessage({ error, fallback: messages.payPeriods.failed }) })),
    forgetError: assign({ error: null }),
  },
  delays: { nextLook: limits.closingLookMs },
}).createMachine({
  id: 'closing',
  context: ({ input }) => ({ ...input, review: null, ticked: [], step: null, error: null }),
  initial: 'loading',
  states: {
    loading: {
      description: "The month's checklist is on its way.",
      tags: 'busy',
      invoke: {
        id: 'loadReview',
        src: 'loadReview',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'shown', actions: withEvent('setReview') },
        onError: { target: 'failed', actions: withError('setLoadError') },
      },
    },
    failed: {
      description: "The checklist couldn't be loaded; the user can try again.",
      on: { 'review.retry': { target: 'loading', actions: 'forgetError' } },
    },
    shown: {
      description: 'The month and its checklist are on the screen, with the steps that are allowed.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decision point: the page shows what the server says about the month.',
          always: [
            { guard: 'canSign', target: 'signing' },
            { guard: 'isInReview', target: 'inReview' },
            { guard: 'isWriting', target: 'writing' },
            { guard: 'isClosed', target: 'closed' },
            { target: 'open' },
          ],
        },
        open: { description: "The month isn't in review yet, and this user has nothing to sign." },
        signing: {
          description: 'The user ticks the checklist, which must be complete before they can sign it.',
          on: { 'item.toggle': { actions: withEvent('toggleItem') } },
        },
        inReview: { description: 'The review waits for the second signature, or is signed and the month can be closed.' },
        writing: {
          description: "The month's statements are being written; other steps stay possible.",
          initial: 'waiting',
          states: {
            waiting: { description: 'The page waits a moment before it checks the statements again.', after: { nextLook: 'looking' } },
            looking: {
              description: 'The page checks how many statements are written.',
              invoke: {
                id: 'loadReview',
                src: 'loadReview',
                input: ({ context }) => ({ id: context.id }),
                onDone: { target: '#closing.shown', actions: withEvent('renewReview') },
                onError: 'waiting',
              },
            },
          },
        },
        closed: { description: "The month's amounts no longer change, and its statements are written." },
      },
      on: {
        'step.take': [
          { guard: withEvent('mayClose'), target: 'asking', actions: withEvent('setStep') },
          { guard: withEvent('isStepAllowed'), target: 'saving', actions: withEvent('setStep') },
        ],
        'review.retry': 'loading',
        'error.dismiss': { actions: 'forgetError' },
      },
    },
    asking: {
      description: 'A dialog asks the user to confirm that the month should be closed.',
      tags: 'busy',
      invoke: {
        id: 'askClose',
        src: 'askClose',
        // A review is always set here and in the next state.
        input: ({ context }) => ({ review: context.review as PeriodReview }),
        onDone: [{ guard: withEvent('isConfirmed'), target: 'saving' }, { target: 'shown' }],
        onError: { target: 'shown', actions: withError('setError') },
      },
    },
    saving: {
      description: 'The step, such as a signature or the closing, is on its way to the server.',
      tags: 'busy',
      invoke: {
        id: 'saveStep',
        src: 'saveStep',
        input: ({ context: { id, step, ticked } }) => ({ id, step: step as ClosingStep, items: ticked }),
        // The step has been saved, even if reloading the month fails.
        onDone: 'loading',
        onError: { target: 'rereading', actions: withError('setError') },
      },
    },
    rereading: {
      description: 'The step was refused, usually because somebody else was faster; the month is loaded again.',
      tags: 'busy',
      invoke: {
        id: 'loadReview',
        src: 'loadReview',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'shown', actions: withEvent('renewReview') },
        onError: 'shown',
      },
    },
  },
});
