import { networkMachine } from '../../../src/machines/shell/network.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const EARLIER = '2026-11-28T22:30:00.000Z';
export const LATER = '2026-11-30T22:30:00.000Z';

export const network: MachineCases<typeof networkMachine> = {
  machine: networkMachine,
  inputs: [undefined],
  cases: {
    'answer.restored': [{ at: LATER }],
    'server.answered': [{}],
    'network.lost': [{ at: LATER }],
    'network.returned': [{}],
    'place.changed': [{}],
    'figures.renew': [{}],
    'xstate.after.patience.network.offline.asking': [{}],
    'xstate.after.askAgain.network.offline.waiting': [{}],
    'xstate.done.actor.askServer': [{}],
    'xstate.error.actor.askServer': [{ error: {} }],
  },
  project: ({ asOf }) => [asOf !== null],
};
