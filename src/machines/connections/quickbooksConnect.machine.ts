import { assign, type EventObject, fromCallback, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { integrationWords, quickbooksConnect as text } from '../../../contract/messages/integrations.ts';
import { failureOf, statusOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

type Context = { suffix: string; url: string | null; error: string | null };
type Events =
  | { type: 'connect.open'; suffix?: string }
  | { type: 'connect.submit'; suffix: string }
  | { type: 'connect.reopen' }
  | { type: 'connect.cancel' }
  | { type: 'popup.blocked' }
  | { type: 'popup.succeeded' }
  | { type: 'popup.denied'; message: string | null };

/** spec 8.08: a 400 is about the suffix. */
const errorOf = (error: unknown): string => {
  const { refused, createFailed } = integrationWords.quickbooks;
  return failureOf({ error, fallback: statusOf(error) === 400 ? refused : createFailed }).message;
};
const cancelled = { target: 'closed', actions: 'closePopup' } as const;
const succeeded = { target: 'closed', actions: ['closePopup', 'reportConnected'] } as const;
const denied = { target: 'editing', actions: ['closePopup', ofEvent('keepDenial')] } as const;

/**
 * Connect a QuickBooks company through the window of its vendor (spec 2.53, 9.12).
 * Normal path: closed → editing → asking (the window opens at once, because only a click may open one) → opened → closed, by a message
 * of the window, by the channel that pages of this address share, or by the list itself.
 * Never: wait longer than 5 minutes, leave the window open behind it, or believe a window that it did not open.
 */
export const quickbooksConnectMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'shown' },
  actors: {
    requestUrl: fromPromise<string, { suffix: string }>(missing('requestUrl')),
    /** Leads the window to the address and tells what it hears of it. */
    watchPopup: fromCallback<EventObject, { url: string }>(() => {
      throw new Error('watchPopup not provided');
    }),
    isPopupClosed: fromPromise<boolean>(missing('isPopupClosed')),
    /** Does the list show it as connected? */
    isListed: fromPromise<boolean, { suffix: string }>(missing('isListed')),
  },
  guards: { isTrue: (_, params: { output: boolean }) => params.output },
  actions: {
    keepSuffix: assign({ suffix: (_, params: { suffix?: string }) => params.suffix ?? '', error: null }),
    keepUrl: assign({ url: (_, params: { output: string }) => params.output }),
    keepError: assign({ error: (_, params: { error: unknown }) => errorOf(params.error) }),
    keepDenial: assign({ error: (_, params: { message: string | null }) => params.message ?? text.denied }),
    keepTimeout: assign({ error: text.timedOut }),
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
  context: { suffix: '', url: null, error: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'No connection is being set up.',
      on: {
        'connect.open': { target: 'editing', actions: ofEvent('keepSuffix') },
        'connect.submit': { target: 'asking', actions: [ofEvent('keepSuffix'), 'openPopup'] },
      },
    },
    editing: {
      description: "The user types a suffix for the company's invoice numbers; an error of the last try is shown.",
      tags: 'shown',
      on: {
        'connect.submit': { target: 'asking', actions: [ofEvent('keepSuffix'), 'openPopup'] },
        'connect.cancel': 'closed',
      },
    },
    asking: {
      description: "An empty window is open; the address of QuickBooks' sign-in page is on its way.",
      tags: 'shown',
      invoke: {
        id: 'requestUrl',
        src: 'requestUrl',
        input: ({ context }) => ({ suffix: context.suffix }),
        onDone: { target: 'opened', actions: ofEvent('keepUrl') },
        onError: { target: 'editing', actions: ['closePopup', ofError('keepError')] },
      },
      on: { 'connect.cancel': cancelled },
    },
    opened: {
      description: 'The user signs in at QuickBooks in the other window, for five minutes at most.',
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
            input: ({ context }) => ({ suffix: context.suffix }),
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
