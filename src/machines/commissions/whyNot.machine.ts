import { assign, fromPromise, setup } from 'xstate';
import type { WhyNot } from '../../../contract/entities/whyNot.ts';
import { messages } from '../../../contract/messages.ts';
import { failureOf } from '../support/failure.ts';
import { ofError, ofEvent } from '../support/params.ts';

type Context = { text: string; answer: WhyNot | null; error: string | null };
type Events = { type: 'text.type'; text: string } | { type: 'question.ask' };

/**
 * What keeps something that one expected off a list (decisions 1.02 `why-not`).
 * Normal path: empty → typed → asking → answered; typing begins the next question.
 * Never: ask with an empty text, or show an answer, late or old, under a text that it does not answer.
 */
export const whyNotMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: { askWhyNot: fromPromise<WhyNot, { text: string }>(() => Promise.reject(new Error('askWhyNot not provided'))) },
  guards: { typesSomething: (_, params: { text: string }) => params.text.trim() !== '' },
  actions: {
    keepText: assign((_, params: { text: string }) => ({ text: params.text, answer: null, error: null })),
    keepAnswer: assign((_, params: { answer: WhyNot }) => ({ answer: params.answer, error: null })),
    keepError: assign((_, params: { error: unknown }) => ({ error: failureOf({ ...params, fallback: messages.whyNot.failed }).message })),
  },
}).createMachine({
  id: 'whyNot',
  context: { text: '', answer: null, error: null },
  initial: 'empty',
  states: {
    empty: {},
    typed: { on: { 'question.ask': 'asking' } },
    asking: {
      invoke: {
        id: 'askWhyNot',
        src: 'askWhyNot',
        input: ({ context }) => ({ text: context.text.trim() }),
        onDone: { target: 'answered', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
        onError: { target: 'failed', actions: ofError('keepError') },
      },
    },
    answered: {},
    failed: { on: { 'question.ask': 'asking' } },
  },
  on: {
    'text.type': [
      { guard: ofEvent('typesSomething'), target: '.typed', reenter: true, actions: ofEvent('keepText') },
      { target: '.empty', actions: ofEvent('keepText') },
    ],
  },
});
