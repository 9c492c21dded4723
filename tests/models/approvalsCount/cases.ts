import { approvalsCountMachine } from '../../../src/machines/approvals/approvalsCount.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const approvalsCount: MachineCases<typeof approvalsCountMachine> = {
  machine: approvalsCountMachine,
  inputs: [undefined],
  cases: {
    'count.refresh': [{}],
    'tab.hidden': [{}],
    'tab.shown': [{}],
    'xstate.after.poll.approvalsCount.resting': [{}],
    'xstate.done.actor.countApprovals': [{ output: 3 }],
    'xstate.error.actor.countApprovals': [{ error: {} }],
  },
  project: ({ count }) => [count],
};
