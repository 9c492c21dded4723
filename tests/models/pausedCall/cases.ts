import { pausedCallMachine } from '../../../src/machines/support/pausedCall.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const call: MachineCases<typeof pausedCallMachine> = {
  machine: pausedCallMachine,
  fails: 'its parent decides about a call that failed',
  inputs: [{ id: '9' }],
  cases: {
    'xstate.after.halfSecond.pausedCall.running.pause.waiting': [{}],
    'xstate.done.actor.call': [{ output: 'kept' }],
  },
  project: ({ answer }) => [answer],
};
