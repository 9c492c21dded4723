import { assign, setup } from 'xstate';
import type { EditedCell } from '../lists/gridEditing.machine.ts';
import { withEvent } from '../support/params.ts';
import { notifyParent } from '../support/parent.ts';

type Context = { cell: EditedCell | null };
type DialogInput = Readonly<{ cell: EditedCell }>;
type Events = ({ type: 'question.ask' } & DialogInput) | { type: 'conflict.mine' | 'conflict.theirs' | 'conflict.later' };

/**
 * Asks which of a cell's two values to keep (spec 2.48, decisions 6.05): `mine` is saved again over their version, `theirs` discards
 * mine.
 * Normal path: free → asking → free once the user decides or postpones; another cell may take over the question.
 * Never: decide by itself, or forget a postponed cell, which keeps showing both values.
 */
export const cellQuestionMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actions: {
    setCell: assign({ cell: (_, { cell }: DialogInput) => cell }),
    forgetCell: assign({ cell: null }),
    setMine: ({ context, self }) => notifyParent(self, { type: 'cell.retry', cell: context.cell }),
    takeTheirs: ({ context, self }) => notifyParent(self, { type: 'cell.discard', cell: context.cell }),
  },
}).createMachine({
  id: 'cellQuestion',
  context: { cell: null },
  initial: 'free',
  states: {
    free: { description: 'No dialog is open; a cell in conflict keeps showing both values.' },
    asking: {
      description: 'A dialog shows both values of a cell, and the user keeps one or decides later.',
      on: {
        'conflict.mine': { target: 'free', actions: ['setMine', 'forgetCell'] },
        'conflict.theirs': { target: 'free', actions: ['takeTheirs', 'forgetCell'] },
        'conflict.later': { target: 'free', actions: 'forgetCell' },
      },
    },
  },
  on: { 'question.ask': { target: '.asking', actions: withEvent('setCell') } },
});
