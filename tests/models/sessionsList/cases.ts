import type { Session } from '../../../contract/entities/auth.ts';
import { sessionsListMachine } from '../../../src/machines/session/sessionsList.machine.ts';
import { deskCasesOf } from '../support/desk.ts';

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

export const sessionsList = deskCasesOf<typeof sessionsListMachine>({
  parts: ['confirm', 'again'],
  machine: sessionsListMachine,
  inputs: [undefined],
  cases: {
    'step.submit': [{ step: { kind: 'end', id: '1' } }, { step: { kind: 'end', id: '2' } }, { step: { kind: 'endOthers' } }],
    'xstate.done.actor.load': [{ output: sessions }, { output: alone }],
    'xstate.error.actor.load': [{ error: { status: 500 } }],
    'xstate.done.actor.confirm': [{ output: true }, { output: false }],
    'xstate.error.actor.confirm': [{ error: { status: 500 } }],
    'xstate.done.actor.save': [{ output: undefined }],
    'xstate.error.actor.save': [
      { error: { status: 404, data: { message: 'That session is gone.' } } },
      { error: { status: 403, data: { message: 'Confirm your password first.' } } },
    ],
  },
  project: ({ content, step, error }) => [content?.length, step, error],
});
