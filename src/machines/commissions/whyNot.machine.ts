import { assign, fromPromise, setup } from 'xstate';
import type { WhyNot } from '../../../contract/entities/whyNot.ts';
import { messages } from '../../../contract/messages.ts';
import { toFailure } from '../support/failure.ts';
import { withError, withEvent } from '../support/params.ts';

/** `asked`: the text of the latest question. */
type Context = { text: string; asked: string; answer: WhyNot | null; error: string | null };
type Events = { type: 'text.type'; text: string } | { type: 'question.ask' } | { type: 'question.follow'; text: string };

/**
 * Explains why an expected item is missing from a list (decisions 1.02 `why-not`).
 * Normal path: empty → typed → asking → answered; typing starts the next question.
 * Never: ask with an empty text, or show an answer, late or old, under a different text.
 */
export const whyNotMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { text: string } },
  actors: { askWhyNot: fromPromise<WhyNot, { text: string }>(() => Promise.reject(new Error('askWhyNot not provided'))) },
  guards: {
    hasTypedText: (_, params: { text: string }) => params.text.trim() !== '',
    hasText: ({ context }) => context.text.trim() !== '',
    isAsked: ({ context }, params: { text: string }) => params.text.trim() === context.asked,
  },
  actions: {
    setText: assign((_, params: { text: string }) => ({ text: params.text, answer: null, error: null })),
    setAsked: assign({ asked: ({ context }) => context.text.trim() }),
    forgetAsked: assign({ asked: '' }),
    setAnswer: assign((_, params: { answer: WhyNot }) => ({ answer: params.answer, error: null })),
    setError: assign((_, params: { error: unknown }) => ({ error: toFailure({ ...params, fallback: messages.whyNot.failed }).message })),
  },
}).createMachine({
  id: 'whyNot',
  context: ({ input }) => ({ text: input.text, asked: '', answer: null, error: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decision point: a URL that contains a question gets its answer right away.',
      always: [{ guard: 'hasText', target: 'asking' }, { target: 'empty' }],
    },
    empty: { description: 'The field is empty, so nothing can be sent.' },
    typed: {
      description: 'The user has typed a question and not sent it yet; no answer is shown under it.',
      on: { 'question.ask': 'asking' },
    },
    asking: {
      description: 'The server is looking for the reason why the item is missing from the list.',
      entry: 'setAsked',
      invoke: {
        id: 'askWhyNot',
        src: 'askWhyNot',
        input: ({ context }) => ({ text: context.text.trim() }),
        onDone: { target: 'answered', actions: { type: 'setAnswer', params: ({ event }) => ({ answer: event.output }) } },
        onError: { target: 'failed', actions: withError('setError') },
      },
    },
    answered: { description: 'The reason is shown under the question.' },
    failed: {
      description: 'No reason could be loaded: the error is shown, and the question can be sent again.',
      on: { 'question.ask': 'asking' },
    },
  },
  on: {
    // From the URL: Back returns to the previous question.
    'question.follow': [
      { guard: withEvent('isAsked') },
      { guard: withEvent('hasTypedText'), target: '.asking', reenter: true, actions: withEvent('setText') },
      { target: '.empty', actions: [withEvent('setText'), 'forgetAsked'] },
    ],
    'text.type': [
      { guard: withEvent('hasTypedText'), target: '.typed', reenter: true, actions: withEvent('setText') },
      { target: '.empty', actions: withEvent('setText') },
    ],
  },
});
