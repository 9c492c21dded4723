import { setup } from 'xstate';

export const connectionStates = ['pending', 'connected', 'expired', 'error', 'gone'] as const;
export type ConnectionState = (typeof connectionStates)[number];
export type ConnectionEvent =
  | { type: 'connect' }
  | { type: 'succeed' }
  | { type: 'fail' }
  | { type: 'expire' }
  | { type: 'delete' }
  | { type: 'adopt' };

/**
 * A connected outside account (spec 4.08, decisions 7.04).
 * Normal path: pending → connected. A failed call leaves it in error until one succeeds; when its sign-in is refused it has expired, and only
 * signing in again resumes it. Deleted, it stays as gone, because what it brought names it; the same account connected again adopts it.
 * Never: expired by anything but a refused sign-in, or called once it is gone.
 */
export const connectionLifecycle = setup({
  types: { context: {} as Record<string, never>, events: {} as ConnectionEvent },
}).createMachine({
  id: 'connection',
  context: {},
  initial: 'pending',
  states: {
    pending: { on: { connect: 'connected', delete: 'gone' } },
    connected: { on: { connect: 'connected', succeed: 'connected', fail: 'error', expire: 'expired', delete: 'gone' } },
    error: { on: { connect: 'connected', succeed: 'connected', fail: 'error', expire: 'expired', delete: 'gone' } },
    expired: { on: { connect: 'connected', fail: 'expired', expire: 'expired', delete: 'gone' } },
    gone: { on: { adopt: 'connected' } },
  },
});
