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
 * Normal path: pending → connected. Connecting the same account again revives the deleted connection.
 * Never: expired by anything but a refused sign-in, or called once it is deleted.
 */
export const connectionLifecycle = setup({
  types: { context: {} as Record<string, never>, events: {} as ConnectionEvent },
}).createMachine({
  id: 'connection',
  context: {},
  initial: 'pending',
  states: {
    pending: { description: "The account is being connected and can't be read yet.", on: { connect: 'connected', delete: 'gone' } },
    connected: {
      description: 'The account can be read.',
      on: { connect: 'connected', succeed: 'connected', fail: 'error', expire: 'expired', delete: 'gone' },
    },
    error: {
      description: 'The last call failed; later calls keep trying.',
      on: { connect: 'connected', succeed: 'connected', fail: 'error', expire: 'expired', delete: 'gone' },
    },
    expired: {
      description: 'The sign-in was refused, and somebody has to sign in again.',
      on: { connect: 'connected', fail: 'expired', expire: 'expired', delete: 'gone' },
    },
    gone: { description: 'The connection was deleted; its record stays, because imported data names it.', on: { adopt: 'connected' } },
  },
});
