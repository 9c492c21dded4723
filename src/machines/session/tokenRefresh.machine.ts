import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import { getErrorStatus } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError } from '../support/params.ts';

type Context = {
  /** The access token of a refused call; another tab may have refreshed it already. */
  rejected: string | null;
  token: string | null;
  failures: number;
};

type Events = { type: 'refresh.request'; rejected: string | null };

/**
 * A single refresh for all waiting calls (spec 7.35, decisions 1.07, 4): callers send `refresh.request` and wait for the tag `settled`.
 * Normal path: idle → exchanging → renewed. Without a response or after a 5xx: weighing → backingOff → exchanging; after any other failure:
 * ended.
 * Never: run two exchanges at once, or retry with a provider that does not announce support for it.
 */
export const tokenRefreshMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'settled' },
  actors: {
    /** Takes the lock shared by all tabs, checks the stored token again, and resolves to the valid token; null without a refresh token. */
    exchange: fromPromise<{ token: string | null }, { rejected: string | null }>(missing('exchange')),
    /** Resolves to true if the server announces `refresh-retry`; waits until its features are known. */
    askRetry: fromPromise<boolean>(missing('askRetry')),
  },
  guards: {
    hasToken: (_, params: { token: string | null }) => params.token !== null,
    isUnanswered: (_, params: { error: unknown }) => (getErrorStatus(params.error) ?? 500) >= 500,
    mayTryAgain: ({ context }, params: { announced: boolean }) => params.announced && context.failures < limits.auth.refreshRetryMs.length,
  },
  actions: {
    setRejected: assign({ rejected: (_, params: { rejected: string | null }) => params.rejected, token: null, failures: 0 }),
    setToken: assign({ token: (_, params: { token: string | null }) => params.token }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    /** Clears both tokens and notifies the session. */
    endSession: () => {},
  },
  delays: { backOff: ({ context }) => limits.auth.refreshRetryMs[context.failures - 1] ?? 0 },
}).createMachine({
  id: 'tokenRefresh',
  context: { rejected: null, token: null, failures: 0 },
  initial: 'idle',
  states: {
    idle: { description: 'No access token has been refused since the app started.' },
    exchanging: {
      description: 'The server exchanges the refused token for a new one; all waiting calls share the answer.',
      invoke: {
        id: 'exchange',
        src: 'exchange',
        input: ({ context }) => ({ rejected: context.rejected }),
        onDone: [
          {
            guard: { type: 'hasToken', params: ({ event }) => ({ token: event.output.token }) },
            target: 'renewed',
            actions: { type: 'setToken', params: ({ event }) => ({ token: event.output.token }) },
          },
          { target: 'missing' },
        ],
        onError: [{ guard: withError('isUnanswered'), target: 'weighing' }, { target: 'ended' }],
      },
      // Requests during the exchange wait for the same result.
      on: { 'refresh.request': {} },
    },
    weighing: {
      description: "The exchange got no answer; the server's features say whether it may be repeated.",
      invoke: {
        id: 'askRetry',
        src: 'askRetry',
        onDone: [
          {
            guard: { type: 'mayTryAgain', params: ({ event }) => ({ announced: event.output }) },
            target: 'backingOff',
            actions: 'countFailure',
          },
          { target: 'ended' },
        ],
        onError: 'ended',
      },
      on: { 'refresh.request': {} },
    },
    backingOff: {
      description: 'The exchange is repeated after one, two or four seconds.',
      after: { backOff: 'exchanging' },
      on: { 'refresh.request': {} },
    },
    renewed: { description: 'A new token has arrived, and the waiting calls continue with it.', tags: 'settled' },
    missing: { description: 'No token is stored that could be exchanged, so the waiting calls stay refused.', tags: 'settled' },
    ended: { description: 'The session is over, and the user has to sign in again.', tags: 'settled', entry: 'endSession' },
  },
  on: {
    'refresh.request': {
      target: '.exchanging',
      actions: { type: 'setRejected', params: ({ event }) => ({ rejected: event.rejected }) },
    },
  },
});
