import { eventsSyncMachine } from '../../../src/machines/events/eventsSync.machine.ts';
import type { MachineCases } from '../support/walk.ts';

const open = { id: '7-8', open: true, done: 0, total: 40 };

export const eventsSync: MachineCases<typeof eventsSyncMachine> = {
  machine: eventsSyncMachine,
  inputs: [undefined],
  cases: {
    'sync.start': [{}],
    'xstate.done.actor.startSync': [{ output: null }, { output: open }],
    'xstate.error.actor.startSync': [{ error: { status: 503 } }],
    'xstate.after.refresh.eventsSync.settling': [{}],
    'xstate.done.actor.readSync': [{ output: { ...open, done: 20 } }, { output: { ...open, open: false, done: 40 } }],
    'xstate.error.actor.readSync': [{ error: { status: 503 } }],
    'xstate.after.look.eventsSync.pausing': [{}],
  },
  project: ({ progress }) => [progress?.open, progress?.done],
};
