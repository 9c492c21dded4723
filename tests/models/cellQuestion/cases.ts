import { cellQuestionMachine } from '../../../src/machines/events/cellQuestion.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const cell = { rowKey: '41', key: 'sales_lead' };

export const cellQuestion: MachineCases<typeof cellQuestionMachine> = {
  machine: cellQuestionMachine,
  inputs: [undefined],
  cases: {
    'question.ask': [{ cell }, { cell: { ...cell, rowKey: '42' } }],
    'conflict.mine': [{}],
    'conflict.theirs': [{}],
    'conflict.later': [{}],
  },
  project: ({ cell: editedCell }) => editedCell?.rowKey,
};
