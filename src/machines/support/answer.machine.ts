import { assign, fromPromise, setup } from 'xstate';
import { getErrorStatus, toFailure } from './failure.ts';
import { withError, withEvent } from './params.ts';
import { isSameQuestion } from './sameQuestion.ts';

/** Parameters of the question, such as the day to replay; may be empty. */
export type AnswerQuestion = Readonly<Record<string, string>>;
type Context = {
  question: AnswerQuestion;
  /** The question that `answer` belongs to. */
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
 * A read-only answer of the server: the explanation of a number, its history, its changes (decisions 2.04).
 * Normal path: loading → shown, again for each different question. `question.changed` comes from the page and may repeat;
 * `question.ask` always loads.
 * Never: show a late answer to an old question (reenter stops it), or keep showing an old answer after the new question failed.
 */
export const answerMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { question: AnswerQuestion; fallback: string }, tags: {} as 'stale' },
  actors: {
    loadAnswer: fromPromise<unknown, AnswerQuestion>(() => Promise.reject(new Error('loadAnswer not provided'))),
  },
  guards: {
    isRefused: (_, params: { error: unknown }) => [400, 403, 404, 422].includes(getErrorStatus(params.error) ?? 0),
    isOtherQuestion: ({ context }, params: { question: AnswerQuestion }) => !isSameQuestion(context.question, params.question),
    isAnswered: ({ context }) => isSameQuestion(context.answered, context.question),
  },
  actions: {
    setQuestion: assign({ question: (_, params: { question: AnswerQuestion }) => params.question }),
    setAnswer: assign(({ context }, { answer }: { answer: unknown }) => ({ answer, answered: context.question, error: null })),
    setError: assign(({ context }, params: { error: unknown }) => ({
      answer: null,
      answered: null,
      error: toFailure({ ...params, fallback: context.fallback }).message,
    })),
  },
}).createMachine({
  id: 'answer',
  context: ({ input }) => ({ question: input.question, answered: null, answer: null, error: null, fallback: input.fallback }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The request is on its way to the server.',
      invoke: {
        id: 'loadAnswer',
        src: 'loadAnswer',
        input: ({ context }) => context.question,
        onDone: { target: 'shown', actions: { type: 'setAnswer', params: ({ event }) => ({ answer: event.output }) } },
        onError: [
          {
            guard: withError('isRefused'),
            target: 'refused',
            actions: withError('setError'),
          },
          { target: 'failed', actions: withError('setError') },
        ],
      },
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decision point: any answer on the screen is either for this question or for an earlier one.',
          always: [{ guard: 'isAnswered', target: 'refreshing' }, { target: 'replacing' }],
        },
        refreshing: { description: "The answer on the screen is for this question and stays readable while it's loaded again." },
        replacing: {
          description: 'Any answer on the screen is for an earlier question and stays dimmed until the new one arrives.',
          tags: 'stale',
        },
      },
    },
    shown: { description: 'The answer to the current question is shown.' },
    refused: { description: 'The server has no answer, such as for a future day; only another question helps, so there is no retry.' },
    failed: { description: 'The request failed: the reason is shown, and the user can try again.', on: { 'answer.retry': 'loading' } },
  },
  on: {
    'question.changed': { guard: withEvent('isOtherQuestion'), target: '.loading', reenter: true, actions: withEvent('setQuestion') },
    'question.ask': { target: '.loading', reenter: true, actions: withEvent('setQuestion') },
  },
});
