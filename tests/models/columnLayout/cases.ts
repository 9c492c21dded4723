import { columnLayoutMachine } from '../../../src/machines/lists/columnLayout.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const keys = ['invoice', 'amount', 'status'];
export const nothingSaved = { order: [], widths: {} };

export const columnLayout: MachineCases<typeof columnLayoutMachine> = {
  machine: columnLayoutMachine,
  inputs: [{ keys, saved: nothingSaved }],
  cases: {
    'column.move': [
      { key: 'status', to: 0 },
      { key: 'unknown', to: 0 },
    ],
    'column.resize': [
      { key: 'amount', width: 120 },
      { key: 'unknown', width: 120 },
    ],
    'column.resetWidth': [{ key: 'amount' }],
    'column.hide': [{ key: 'amount' }, { key: 'status' }],
    'column.show': [{ key: 'amount' }],
    'layout.apply': [{ layout: { order: [{ key: 'amount', visible: false }], widths: {} } }],
    'layout.reset': [{}],
    'layout.changed': [],
    'layout.emptied': [],
    'xstate.done.actor.saveLayout': [{ output: undefined }],
    'xstate.error.actor.saveLayout': [{ error: { status: 500 } }],
    'xstate.after.lastOfBurst.columnLayout.changed': [{}],
  },
  project: ({ hidden, widths }) => [hidden, 'amount' in widths],
};
