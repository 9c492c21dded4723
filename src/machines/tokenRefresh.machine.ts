import { assign, fromPromise, setup } from 'xstate';
import { limits } from '../../contract/limits.ts';
import { statusOf } from './failure.ts';
import { missing } from './missing.ts';

type Context = {
  /** The access token that a call was refused with; another tab may have renewed it meanwhile. */
  rejected: string | null;
  token: string | null;
  failures: number;
};

type Events = { type: 'refresh.request'; rejected: string | null };

/**
 * One refresh for every call that waits (spec 7.35, decisions 4): callers send `refresh.request` and wait for the tag `settled`.
 * Normal path: idle → exchanging → renewed. Network trouble and 5xx are tried again; only 400 and 401 end the session.
 * Never: two exchanges at once, or a signed-out user because a network blinked.
 */
export const tokenRefreshMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'settled' },
  actors: {
    /** Takes the lock of all tabs, looks at the stored token again, and answers the token that is now good; null where there is no refresh token. */
    exchange: fromPromise<{ token: string | null }, { rejected: string | null }>(missing('exchange')),
  },
  guards: {
    hasToken: (_, params: { token: string | null }) => params.token !== null,
    isRefused: (_, params: { error: unknown }) => {
      const status = statusOf(params.error);
      return status === 400 || status === 401;
    },
    canTryAgain: ({ context }) => context.failures < limits.auth.refreshTries - 1,
  },
  actions: {
    keepRejected: assign({ rejected: (_, params: { rejected: string | null }) => params.rejected, token: null, failures: 0 }),
    keepToken: assign({ token: (_, params: { token: string | null }) => params.token }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    /** Clears both tokens and tells the session. */
    endSession: () => {},
  },
  delays: { backOff: ({ context }) => limits.auth.refreshBackOffMs * 2 ** (context.failures - 1) },
}).createMachine({
  id: 'tokenRefresh',
  context: { rejected: null, token: null, failures: 0 },
  initial: 'idle',
  states: {
    idle: {},
    exchanging: {
      invoke: {
        id: 'exchange',
        src: 'exchange',
        input: ({ context }) => ({ rejected: context.rejected }),
        onDone: [
          {
            guard: { type: 'hasToken', params: ({ event }) => ({ token: event.output.token }) },
            target: 'renewed',
            actions: { type: 'keepToken', params: ({ event }) => ({ token: event.output.token }) },
          },
          { target: 'missing' },
        ],
        onError: [
          { guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) }, target: 'refused', actions: 'endSession' },
          { guard: 'canTryAgain', target: 'backingOff', actions: 'countFailure' },
          { target: 'unavailable' },
        ],
      },
      // Those who come while it runs wait for the same answer.
      on: { 'refresh.request': {} },
    },
    backingOff: { after: { backOff: 'exchanging' }, on: { 'refresh.request': {} } },
    renewed: { tags: 'settled' },
    refused: { tags: 'settled' },
    missing: { tags: 'settled' },
    unavailable: { tags: 'settled' },
  },
  on: {
    'refresh.request': {
      target: '.exchanging',
      actions: { type: 'keepRejected', params: ({ event }) => ({ rejected: event.rejected }) },
    },
  },
});
