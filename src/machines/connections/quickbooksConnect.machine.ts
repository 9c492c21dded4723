import { assign, type EventObject, fromCallback, fromPromise, setup } from 'xstate';
import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import { limits } from '../../../contract/limits.ts';
import { integrationWords, vendorConnect as t } from '../../../contract/messages/integrations.ts';
import { fill } from '../../../contract/messages.ts';
import { failureOf, statusOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/**
 * `typed`: the suffix or the name of the connection, which the list shows too. `connectedAt`: since when that connection was connected before
 * this sign-in; null if it was not.
 */
type Context = { kind: ConnectionKind; typed: string; connectedAt: string | null; url: string | null; error: string | null };
type Events =
  | { type: 'connect.open'; typed?: string }
  | { type: 'connect.submit'; typed: string; connectedAt: string | null }
  | { type: 'connect.reopen' }
  | { type: 'connect.cancel' }
  | { type: 'popup.blocked' }
  | { type: 'popup.succeeded' }
  | { type: 'popup.denied'; message: string | null };

/** spec 8.08: a 400 is about what was typed. */
const errorOf = (kind: ConnectionKind, error: unknown): string => {
  const { refused, createFailed } = integrationWords[kind];
  return failureOf({ error, fallback: statusOf(error) === 400 ? refused : createFailed }).message;
};
const worded = (sentence: string, kind: ConnectionKind): string => fill(sentence, { kind: integrationWords[kind].name });
const cancelled = { target: 'closed', actions: 'closePopup' } as const;
const succeeded = { target: 'closed', actions: ['closePopup', 'reportConnected'] } as const;
const denied = { target: 'editing', actions: ['closePopup', ofEvent('keepDenial')] } as const;

/**
 * Connect an account through the window of its vendor: QuickBooks (spec 2.53, 9.12), and every kind that signs in as it does.
 * Normal path: closed → editing → asking (the window opens at once, because only a click may open one) → opened → closed, by a message
 * of the window, by the channel that pages of this address share, or by the list itself.
 * Never: wait longer than 5 minutes, leave the window open behind it, or believe a window that it did not open.
 */
export const quickbooksConnectMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { kind: ConnectionKind }, tags: {} as 'shown' },
  actors: {
    requestUrl: fromPromise<string, { typed: string }>(missing('requestUrl')),
    /** Navigates the window to the URL and reports its messages. */
    watchPopup: fromCallback<EventObject, { url: string }>(() => {
      throw new Error('watchPopup not provided');
    }),
    isPopupClosed: fromPromise<boolean>(missing('isPopupClosed')),
    /** Resolves to true if the list shows that this sign-in connected the company. */
    isListed: fromPromise<boolean, { typed: string; connectedAt: string | null }>(missing('isListed')),
  },
  guards: { isTrue: (_, params: { output: boolean }) => params.output },
  actions: {
    keepTyped: assign({
      typed: (_, params: { typed?: string; connectedAt?: string | null }) => params.typed ?? '',
      connectedAt: (_, params) => params.connectedAt ?? null,
      error: null,
    }),
    keepUrl: assign({ url: (_, params: { output: string }) => params.output }),
    keepError: assign({ error: ({ context }, params: { error: unknown }) => errorOf(context.kind, params.error) }),
    keepDenial: assign({
      error: ({ context }, params: { message: string | null }) => params.message ?? worded(t.denied, context.kind),
    }),
    keepTimeout: assign({ error: ({ context }) => worded(t.timedOut, context.kind) }),
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
  context: ({ input }) => ({ kind: input.kind, typed: '', connectedAt: null, url: null, error: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'No connection is being set up.',
      on: {
        'connect.open': { target: 'editing', actions: ofEvent('keepTyped') },
        'connect.submit': { target: 'asking', actions: [ofEvent('keepTyped'), 'openPopup'] },
      },
    },
    editing: {
      description:
        'The user types the suffix of a QuickBooks company, or the name of another connection; an error of the last try is shown.',
      tags: 'shown',
      on: {
        'connect.submit': { target: 'asking', actions: [ofEvent('keepTyped'), 'openPopup'] },
        'connect.cancel': 'closed',
      },
    },
    asking: {
      description: "An empty window is open; the address of the vendor's sign-in page is on its way.",
      tags: 'shown',
      invoke: {
        id: 'requestUrl',
        src: 'requestUrl',
        input: ({ context }) => ({ typed: context.typed }),
        onDone: { target: 'opened', actions: ofEvent('keepUrl') },
        onError: { target: 'editing', actions: ['closePopup', ofError('keepError')] },
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
        onError: { target: 'editing', actions: ['closePopup', ofError('keepError')] },
      },
      after: { giveUp: { target: 'editing', actions: ['closePopup', 'keepTimeout'] } },
      on: { 'connect.cancel': cancelled, 'popup.succeeded': succeeded, 'popup.denied': denied, 'popup.blocked': 'blocked' },
      initial: 'waiting',
      states: {
        waiting: { description: 'The page waits a second before it looks for the other window again.', after: { poll: 'looking' } },
        looking: {
          description: 'The page checks whether the other window is still open.',
          invoke: {
            id: 'isPopupClosed',
            src: 'isPopupClosed',
            onDone: [{ guard: ofEvent('isTrue'), target: 'checking' }, { target: 'waiting' }],
            onError: 'checking',
          },
        },
        checking: {
          description: 'The window is out of sight, so the page looks for the new connection in the list.',
          invoke: {
            id: 'isListed',
            src: 'isListed',
            input: ({ context: { typed, connectedAt } }) => ({ typed, connectedAt }),
            onDone: [{ guard: ofEvent('isTrue'), ...succeeded, target: '#quickbooksConnect.closed' }, { target: 'unseen' }],
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
