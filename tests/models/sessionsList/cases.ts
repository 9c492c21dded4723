import type { Session } from '../../../contract/entities/auth.ts';
import { sessionsListMachine } from '../../../src/machines/session/sessionsList.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const session = (id: string, device: string, current: boolean): Session => ({
  id,
  current,
  device,
  network: current ? '203.0.113.0/24' : null,
  remembered: false,
  created_at: '2026-11-20T16:00:00Z',
  last_seen_at: '2026-11-21T15:30:00Z',
  expires_at: '2026-11-22T16:00:00Z',
});
export const sessions = [
  session('1', 'Chrome on Linux', true),
  session('2', 'Safari on iPhone', false),
  session('3', 'Firefox on Windows', false),
];
export const alone = [session('1', 'Chrome on Linux', true)];

export const sessionsList: MachineCases<typeof sessionsListMachine> = {
  machine: sessionsListMachine,
  inputs: [undefined],
  cases: {
    'session.end': [{ id: '1' }, { id: '2' }],
    'others.end': [{}],
    'sessions.retry': [{}],
    'xstate.done.actor.loadSessions': [{ output: sessions }, { output: alone }],
    'xstate.error.actor.loadSessions': [{ error: { status: 500 } }],
    'xstate.done.actor.endSession': [{ output: undefined }],
    'xstate.error.actor.endSession': [{ error: { status: 404, data: { message: 'That session is gone.' } } }],
    'xstate.done.actor.confirmOthers': [{ output: true }, { output: false }],
    'xstate.error.actor.confirmOthers': [{ error: { status: 500 } }],
    'xstate.done.actor.endOthers': [{ output: undefined }],
    'xstate.error.actor.endOthers': [{ error: { status: 500 } }],
  },
  project: ({ sessions: known, chosen, error }) => [known.length, chosen, error],
};
