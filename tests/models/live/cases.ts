import type { LiveChange } from '../../../contract/entities/live.ts';
import { liveMachine } from '../../../src/machines/live/live.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const change: LiveChange = { at: 'here', events: [], notices: true, approvals: false };

export const live: MachineCases<typeof liveMachine> = {
  machine: liveMachine,
  inputs: [undefined],
  cases: {
    'session.began': [{}],
    'session.ended': [{}],
    'tab.shown': [{}],
    'tab.hidden': [{}],
    'network.returned': [{}],
    'stream.heard': [{}],
    'stream.ended': [{}],
    'change.heard': [{ change }],
    'stream.failed': [{ error: { status: 429 } }, { error: { status: 403 } }, { error: {} }],
    'xstate.after.first.live.streaming.connecting': [{}],
    'xstate.after.silent.live.streaming.open': [{}],
    'xstate.after.again.live.waiting': [{}],
    'xstate.after.poll.live.polling.resting': [{}],
    'xstate.done.actor.readChanges': [{ output: change }],
    'xstate.error.actor.readChanges': [{ error: {} }, { error: { status: 404 } }],
    'xstate.error.actor.readStream': [{ error: {} }],
  },
  endless: ['readStream'],
  project: ({ at, failures }) => [at, failures > 0],
};
