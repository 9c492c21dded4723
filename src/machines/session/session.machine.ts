import { assign, fromPromise, setup } from 'xstate';
import type { LoginBody } from '../../../contract/entities/auth.ts';
import type { User } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { type Failure, failureOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

type Context = {
  hasToken: boolean;
  user: User | null;
  /** Why the last try failed, over the login form. */
  error: string | null;
};

type Events =
  | { type: 'login.submit'; credentials: LoginBody }
  | { type: 'login.edit' }
  | { type: 'logout.submit' }
  | { type: 'window.focused' }
  | { type: 'user.changed'; user: User }
  | { type: 'password.changed' }
  | { type: 'session.ended' }
  | { type: 'tokens.found' }
  | { type: 'tokens.cleared' };

/**
 * The signed-in user, for the whole app and its whole life (spec 4.01, 2.16-2.20).
 * Normal path: starting → restoring → signedIn, or signedOut → signingIn → signedIn.
 * What is saved here while the user loads is newer than the answer under way: the load is asked again, and the late answer dies.
 * Never: stay signed in once the tokens are gone, or keep a token after logout, even when the server did not answer.
 */
export const sessionMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { hasToken: boolean }, tags: {} as 'loading' | 'authenticated' },
  actors: {
    loadUser: fromPromise<User>(missing('loadUser')),
    /** Stores both tokens before it answers. */
    login: fromPromise<User, LoginBody>(missing('login')),
    logout: fromPromise<void>(missing('logout')),
  },
  guards: {
    hasToken: ({ context }) => context.hasToken,
    mustChangePassword: ({ context }) => context.user?.must_change_password === true,
    isSamePerson: ({ context }, params: { user: User }) => context.user?.id === params.user.id,
  },
  actions: {
    keepUser: assign({ user: (_, params: { user: User }) => params.user, error: null }),
    forgetUser: assign({ user: null }),
    keepError: assign({ error: (_, params: Failure) => failureOf(params).message }),
    clearError: assign({ error: null }),
    /** The access token only: spec 4.01. */
    removeAccessToken: () => {},
    clearTokens: () => {},
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { logoutPatience: limits.auth.logoutPatienceMs },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ hasToken: input.hasToken, user: null, error: null }),
  initial: 'starting',
  states: {
    starting: {
      description: 'Passes at once: a stored token means that somebody may still be signed in.',
      tags: 'loading',
      always: [{ guard: 'hasToken', target: 'restoring' }, { target: 'signedOut' }],
    },
    restoring: {
      description: 'A token was found, and the profile of its user is on its way.',
      tags: 'loading',
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        onDone: { target: 'signedIn', actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) } },
        onError: {
          target: 'signedOut',
          actions: [
            'removeAccessToken',
            { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: messages.login.userFailed }) },
          ],
        },
      },
      on: {
        'tokens.cleared': 'signedOut',
        'session.ended': { target: 'signedOut', actions: 'clearTokens' },
        // They may be another user's.
        'tokens.found': { target: 'restoring', reenter: true },
      },
    },
    signedOut: {
      description: 'The login screen is on the screen.',
      entry: 'forgetUser',
      initial: 'asked',
      states: {
        asked: { description: 'After signing in, the user goes to the page that they wanted.' },
        left: { description: 'The user signed out here, so the next one starts at their own first page.' },
      },
      on: {
        'login.submit': { target: 'signingIn', actions: 'clearError' },
        'login.edit': { actions: 'clearError' },
        'tokens.found': { target: 'restoring', actions: 'clearError' },
        'session.ended': { actions: 'clearTokens' },
      },
    },
    signingIn: {
      description: 'The email address and password are on their way to the server.',
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ event }) => {
          if (event.type !== 'login.submit') throw new Error(`signingIn was entered by ${event.type}`);
          return event.credentials;
        },
        onDone: { target: 'signedIn', actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) } },
        onError: {
          target: 'signedOut',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: messages.login.failed }) },
        },
      },
      // The refresh of a call from before: what it renewed is gone, and the login stores its own.
      on: { 'session.ended': { actions: 'clearTokens' } },
    },
    signedIn: {
      description: 'The user works in the app.',
      tags: 'authenticated',
      initial: 'checking',
      states: {
        checking: {
          description: 'Passes at once: some users must change their password first.',
          always: [{ guard: 'mustChangePassword', target: 'passwordDue' }, { target: 'steady' }],
        },
        passwordDue: { description: 'The user must change their password before they can go on.', on: { 'window.focused': 'reloading' } },
        steady: {
          description: "The user's profile is loaded, and is loaded again when they return to the window.",
          on: { 'window.focused': 'reloading' },
        },
        reloading: {
          description: "The user's profile is loaded again while they go on working.",
          invoke: {
            id: 'loadUser',
            src: 'loadUser',
            onDone: { target: 'checking', actions: { type: 'keepUser', params: ({ event }) => ({ user: event.output }) } },
            onError: {
              target: '#session.signedOut',
              actions: [
                'removeAccessToken',
                { type: 'keepError', params: ({ event }) => ({ error: event.error, fallback: messages.login.userFailed }) },
              ],
            },
          },
          on: {
            'user.changed': {
              guard: ofEvent('isSamePerson'),
              target: 'reloading',
              reenter: true,
              actions: ofEvent('keepUser'),
            },
          },
        },
      },
      on: {
        'user.changed': {
          guard: ofEvent('isSamePerson'),
          target: '.checking',
          actions: ofEvent('keepUser'),
        },
        'password.changed': { target: '.reloading', reenter: true },
        // Another tab renewed them, or another user signed in there.
        'tokens.found': { target: '.reloading', reenter: true },
        'logout.submit': 'signingOut',
        'session.ended': { target: 'signedOut', actions: ['clearTokens', assign({ error: messages.login.expired })] },
        // By a sign-out elsewhere, or because the session expired there: who comes back goes on here.
        'tokens.cleared': { target: 'signedOut', actions: 'clearError' },
      },
    },
    signingOut: {
      description: "The server is told that the user leaves; the app doesn't wait long for its answer.",
      tags: 'authenticated',
      invoke: {
        id: 'logout',
        src: 'logout',
        onDone: { target: 'signedOut.left', actions: 'clearTokens' },
        onError: {
          target: 'signedOut.left',
          actions: ['clearTokens', ofError('logFailure')],
        },
      },
      // A server that says nothing keeps nobody signed in.
      after: { logoutPatience: { target: 'signedOut.left', actions: 'clearTokens' } },
    },
  },
});
