import { tokenRefreshMachine } from '../../../src/machines/session/tokenRefresh.machine.ts';
import type { MachineCases } from '../support/walk.ts';

const failed = (status: number | null) => ({ error: { status, data: { message: 'no' } } });

export const tokenRefresh: MachineCases<typeof tokenRefreshMachine> = {
  machine: tokenRefreshMachine,
  inputs: [undefined],
  cases: {
    'refresh.request': [{ rejected: 'old' }],
    'xstate.done.actor.exchange': [{ output: { token: 'new' } }, { output: { token: null } }],
    'xstate.error.actor.exchange': [failed(400), failed(429), failed(503), failed(null)],
    'xstate.done.actor.askRetry': [{ output: true }, { output: false }],
    'xstate.error.actor.askRetry': [{ error: new Error('stopped') }],
    'xstate.after.backOff.tokenRefresh.backingOff': [{}],
  },
  project: ({ token, rejected, failures }) => [token, rejected, failures],
};
