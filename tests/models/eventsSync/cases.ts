import { eventsSyncMachine } from '../../../src/machines/events/eventsSync.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const eventsSync: MachineCases<typeof eventsSyncMachine> = {
  machine: eventsSyncMachine,
  inputs: [undefined],
  cases: {
    'sync.start': [{}],
    'xstate.done.actor.startSync': [{ output: undefined }],
    'xstate.error.actor.startSync': [{ error: { status: 503 } }],
    'xstate.after.refresh.eventsSync.settling': [{}],
  },
  project: () => null,
};
