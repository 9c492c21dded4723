import { rowActionMachine } from '../../../src/machines/lists/rowAction.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const close = { kind: 'close', id: '9' };
export const rowAction: MachineCases<typeof rowActionMachine> = {
  machine: rowActionMachine,
  inputs: [undefined],
  cases: {
    'action.choose': [{ action: close }],
    'error.dismiss': [{}],
    'xstate.done.actor.askAction': [{ output: null }, { output: '' }, { output: 'because' }],
    'xstate.error.actor.askAction': [{ error: new Error('no window') }],
    'xstate.done.actor.saveAction': [{ output: null }, { output: 'made-up' }],
    'xstate.error.actor.saveAction': [{ error: { status: 409, data: { message: 'Somebody was first.' } } }, { error: { status: 500 } }],
  },
  project: ({ action, reply, error }) => [action !== null, reply, error],
};
