import { answerMachine } from '../../../src/machines/support/answer.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const answer: MachineCases<typeof answerMachine> = {
  machine: answerMachine,
  inputs: [{ question: { as_of: '' }, fallback: 'It could not be loaded.' }],
  cases: {
    'question.changed': [{ question: { as_of: '2026-10-31' } }, { question: { as_of: '' } }],
    'question.ask': [{ question: { as_of: '2026-10-31' } }],
    'answer.retry': [{}],
    'xstate.done.actor.loadAnswer': [{ output: { sentence: 'It is due.' } }],
    'xstate.error.actor.loadAnswer': [
      { error: { status: 500, data: { message: 'Being counted.' } } },
      { error: { status: 400, data: { message: 'That day is to come.' } } },
    ],
  },
  project: ({ question, answered, answer: held, error }) => [question.as_of, answered?.as_of, held !== null, error],
};
