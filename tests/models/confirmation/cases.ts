import { confirmationMachine } from '../../../src/machines/shell/confirmation.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const question = (id: string) => ({ id, title: `Close ${id}?`, text: 'It stays closed.', accept: 'Close' });
const reason = { label: 'Reason', least: 5, short: 'Too short' };

export const confirmation: MachineCases<typeof confirmationMachine> = {
  machine: confirmationMachine,
  inputs: [undefined],
  cases: {
    'question.ask': [{ question: question('a') }, { question: { ...question('b'), reason } }],
    'question.accept': [{ reason: '' }, { reason: ' A late invoice ' }],
    'question.reject': [{}],
  },
  project: (context) => [context.question?.id ?? null, context.reason, context.error],
};
