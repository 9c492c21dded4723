import { assign, type EventObject, fromCallback, fromPromise, setup } from 'xstate';
import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import { limits } from '../../../contract/limits.ts';
import { integrationMessages, vendorConnect as t } from '../../../contract/messages/integrations.ts';
import { fill } from '../../../contract/messages.ts';
import { getErrorStatus, toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/**
 * `connectionName`: the suffix or name of the connection, as shown in the list. `connectedAt`: when that connection was last
 * connected before this sign-in; null if it was not.
 */
type Context = { kind: ConnectionKind; connectionName: string; connectedAt: string | null; url: string | null; error: string | null };
type Events =
  | { type: 'connect.open'; connectionName?: string }
  | { type: 'connect.submit'; connectionName: string; connectedAt: string | null }
  | { type: 'connect.reopen' }
  | { type: 'connect.cancel' }
  | { type: 'popup.blocked' }
  | { type: 'popup.succeeded' }
  | { type: 'popup.denied'; message: string | null };

/** spec 8.08: a 400 means invalid input. */
const toErrorMessage = (kind: ConnectionKind, error: unknown): string => {
  const { refused, createFailed } = integrationMessages[kind];
  return toFailure({ error, fallback: getErrorStatus(error) === 400 ? refused : createFailed }).message;
};
const withSystemName = (message: string, kind: ConnectionKind): string => fill(message, { kind: integrationMessages[kind].name });
const cancelled = { target: 'closed', actions: 'closePopup' } as const;
const succeeded = { target: 'closed', actions: ['closePopup', 'reportConnected'] } as const;
const backToEditing = { target: 'editing', actions: ['closePopup', withEvent('setDenial')] } as const;

/**
 * Connects an account through its vendor's sign-in window: QuickBooks (spec 2.53, 9.12), and every kind that signs in the same way.
 * Normal path: closed → editing → asking (the window opens at once, because only a click may open one) → opened → closed, by a message
 * of the window, by the channel that pages of this origin share, or by the list itself.
 * Never: wait longer than 5 minutes, leave the window open, or accept a message from a window it did not open.
 */
export const quickbooksConnectMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { kind: ConnectionKind }, tags: {} as 'shown' },
  actors: {
    requestUrl: fromPromise<string, { connectionName: string }>(missing('requestUrl')),
    /** Navigates the window to the URL and reports its messages. */
    watchPopup: fromCallback<EventObject, { url: string }>(() => {
      throw new Error('watchPopup not provided');
    }),
    isPopupClosed: fromPromise<boolean>(missing('isPopupClosed')),
    /** Resolves to true if the list shows that this sign-in connected the company. */
    isListed: fromPromise<boolean, { connectionName: string; connectedAt: string | null }>(missing('isListed')),
  },
  guards: { hasConnected: (_, params: { output: boolean }) => params.output },
  actions: {
    setTyped: assign({
      connectionName: (_, params: { connectionName?: string; connectedAt?: string | null }) => params.connectionName ?? '',
      connectedAt: (_, params) => params.connectedAt ?? null,
      error: null,
    }),
    setUrl: assign({ url: (_, params: { output: string }) => params.output }),
    setError: assign({ error: ({ context }, params: { error: unknown }) => toErrorMessage(context.kind, params.error) }),
    setDenial: assign({
      error: ({ context }, params: { message: string | null }) => params.message ?? withSystemName(t.denied, context.kind),
    }),
    setTimeout: assign({ error: ({ context }) => withSystemName(t.timedOut, context.kind) }),
    openPopup: () => {},
    closePopup: () => {},
    reportConnected: () => {},
  },
  delays: {
    poll: limits.connections.popupPollMs,
    unseenPoll: limits.connections.unseenPollMs,
    giveUp: limits.connections.popupMs,
  },
}).createMachine({
  id: 'quickbooksConnect',
  context: ({ input }) => ({ kind: input.kind, connectionName: '', connectedAt: null, url: null, error: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'No connection is being set up.',
      on: {
        'connect.open': { target: 'editing', actions: withEvent('setTyped') },
        'connect.submit': { target: 'asking', actions: [withEvent('setTyped'), 'openPopup'] },
      },
    },
    editing: {
      description:
        'The user types the suffix of a QuickBooks company, or the name of another connection; an error from the last attempt is shown.',
      tags: 'shown',
      on: {
        'connect.submit': { target: 'asking', actions: [withEvent('setTyped'), 'openPopup'] },
        'connect.cancel': 'closed',
      },
    },
    asking: {
      description: "An empty window is open; the URL of the vendor's sign-in page is on its way.",
      tags: 'shown',
      invoke: {
        id: 'requestUrl',
        src: 'requestUrl',
        input: ({ context }) => ({ connectionName: context.connectionName }),
        onDone: { target: 'opened', actions: withEvent('setUrl') },
        onError: { target: 'editing', actions: ['closePopup', withError('setError')] },
      },
      on: { 'connect.cancel': cancelled },
    },
    opened: {
      description: 'The user signs in at the vendor in the other window, for five minutes at most.',
      tags: 'shown',
      invoke: {
        id: 'watchPopup',
        src: 'watchPopup',
        input: ({ context }) => ({ url: context.url ?? '' }),
        onError: { target: 'editing', actions: ['closePopup', withError('setError')] },
      },
      after: { giveUp: { target: 'editing', actions: ['closePopup', 'setTimeout'] } },
      on: { 'connect.cancel': cancelled, 'popup.succeeded': succeeded, 'popup.denied': backToEditing, 'popup.blocked': 'blocked' },
      initial: 'waiting',
      states: {
        waiting: { description: 'The page waits a second before it looks for the other window again.', after: { poll: 'looking' } },
        looking: {
          description: 'The page checks whether the other window is still open.',
          invoke: {
            id: 'isPopupClosed',
            src: 'isPopupClosed',
            onDone: [{ guard: withEvent('hasConnected'), target: 'checking' }, { target: 'waiting' }],
            onError: 'checking',
          },
        },
        checking: {
          description: 'The window has closed or can no longer be checked, so the page looks for the new connection in the list.',
          invoke: {
            id: 'isListed',
            src: 'isListed',
            input: ({ context: { connectionName, connectedAt } }) => ({ connectionName, connectedAt }),
            onDone: [{ guard: withEvent('hasConnected'), ...succeeded, target: '#quickbooksConnect.closed' }, { target: 'unseen' }],
            onError: 'unseen',
          },
        },
        unseen: {
          description: 'The window is gone and no connection is listed yet; the user can open it again or give up.',
          after: { unseenPoll: 'checking' },
          on: { 'connect.reopen': { target: '#quickbooksConnect.asking', actions: 'openPopup' } },
        },
      },
    },
    blocked: {
      description: 'The browser blocked the window; a click opens it.',
      tags: 'shown',
      on: { 'connect.reopen': { target: 'opened', actions: 'openPopup' }, 'connect.cancel': 'closed' },
    },
  },
});
