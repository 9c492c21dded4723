import { pendingFiguresMachine } from '../../../src/machines/commissions/pendingFigures.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const pendingFigures: MachineCases<typeof pendingFiguresMachine> = {
  machine: pendingFiguresMachine,
  inputs: [undefined],
  cases: {
    'figures.told': [{ pending: 12 }, { pending: 0 }],
    'xstate.after.figuresAgain.pendingFigures.waiting': [{}],
    'xstate.after.figuresLost.pendingFigures.asking': [{}],
  },
  project: ({ pending }) => [pending],
};
