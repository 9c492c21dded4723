import { quickbooksConnectMachine } from '../../../src/machines/connections/quickbooksConnect.machine.ts';
import type { MachineCases } from '../support/walk.ts';

const connectionName = 'ABC';
const after = (delay: string, state: string) => `xstate.after.${delay}.quickbooksConnect.${state}` as const;

export const quickbooksConnect: MachineCases<typeof quickbooksConnectMachine> = {
  machine: quickbooksConnectMachine,
  inputs: [{ kind: 'quickbooks' }],
  cases: {
    'connect.open': [{}],
    'connect.submit': [{ connectionName, connectedAt: null }],
    'connect.reopen': [{}],
    'connect.cancel': [{}],
    'popup.blocked': [{}],
    'popup.succeeded': [{}],
    'popup.denied': [{ message: null }],
    'xstate.done.actor.requestUrl': [{ output: 'https://vendor.test/authorize' }],
    'xstate.error.actor.requestUrl': [{ error: { status: 400 } }],
    'xstate.error.actor.watchPopup': [{ error: new Error('no window') }],
    'xstate.done.actor.isPopupClosed': [{ output: true }, { output: false }],
    'xstate.error.actor.isPopupClosed': [{ error: new Error('no window') }],
    'xstate.done.actor.isListed': [{ output: true }, { output: false }],
    'xstate.error.actor.isListed': [{ error: { status: 503 } }],
    [after('poll', 'opened.waiting')]: [{}],
    [after('unseenPoll', 'opened.unseen')]: [{}],
    [after('giveUp', 'opened')]: [{}],
  },
  endless: ['watchPopup'],
  project: ({ connectionName, connectedAt, url, error }) => [connectionName, connectedAt, url, error],
};
