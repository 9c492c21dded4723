import { assign, fromPromise, setup } from 'xstate';
import { isSameQuestion } from '../lists/sameQuestion.ts';
import { failureOf, statusOf } from '../support/failure.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** What is asked about the thing on the screen, such as the day to replay; empty where there is nothing to choose. */
export type AnswerQuestion = Readonly<Record<string, string>>;
type Context = {
  question: AnswerQuestion;
  /** The question that `answer` answers. */
  answered: AnswerQuestion | null;
  answer: unknown;
  error: string | null;
  fallback: string;
};
type Events =
  | { type: 'question.changed'; question: AnswerQuestion }
  | { type: 'question.ask'; question: AnswerQuestion }
  | { type: 'answer.retry' };

/**
 * One thing that the server is asked and that is only read: why a number is what it is, its history, what changed (decisions 2.04).
 * Normal path: loading → shown; another question loads while the last answer, `stale`, only holds its place. `question.changed` is the page's,
 * which may repeat itself; `question.ask` asks in any case.
 * A question that cannot be answered, such as a day to come or a thing that is not there, is refused: only another question helps, so it
 * cannot be tried again.
 * Never: show a late answer to an old question (reenter stops it), or keep an old answer in sight once the new question failed.
 */
export const answerMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { question: AnswerQuestion; fallback: string }, tags: {} as 'stale' },
  actors: {
    loadAnswer: fromPromise<unknown, AnswerQuestion>(() => Promise.reject(new Error('loadAnswer not provided'))),
  },
  guards: {
    isRefused: (_, params: { error: unknown }) => [400, 403, 404, 422].includes(statusOf(params.error) ?? 0),
    isOtherQuestion: ({ context }, params: { question: AnswerQuestion }) => !isSameQuestion(context.question, params.question),
    isAnswered: ({ context }) => isSameQuestion(context.answered, context.question),
  },
  actions: {
    keepQuestion: assign({ question: (_, params: { question: AnswerQuestion }) => params.question }),
    keepAnswer: assign(({ context }, { answer }: { answer: unknown }) => ({ answer, answered: context.question, error: null })),
    keepError: assign(({ context }, params: { error: unknown }) => ({
      answer: null,
      answered: null,
      error: failureOf({ ...params, fallback: context.fallback }).message,
    })),
  },
}).createMachine({
  id: 'answer',
  context: ({ input }) => ({ question: input.question, answered: null, answer: null, error: null, fallback: input.fallback }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadAnswer',
        src: 'loadAnswer',
        input: ({ context }) => context.question,
        onDone: { target: 'shown', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
        onError: [
          {
            guard: ofError('isRefused'),
            target: 'refused',
            actions: ofError('keepError'),
          },
          { target: 'failed', actions: ofError('keepError') },
        ],
      },
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'isAnswered', target: 'refreshing' }, { target: 'replacing' }] },
        refreshing: {},
        // What is held answers another question: it may stand under this one's name nowhere.
        replacing: { tags: 'stale' },
      },
    },
    shown: {},
    refused: {},
    failed: { on: { 'answer.retry': 'loading' } },
  },
  on: {
    'question.changed': { guard: ofEvent('isOtherQuestion'), target: '.loading', reenter: true, actions: ofEvent('keepQuestion') },
    'question.ask': { target: '.loading', reenter: true, actions: ofEvent('keepQuestion') },
  },
});
