import { assign, fromPromise, setup } from 'xstate';
import type { LoginBody, SsoBody } from '../../../contract/entities/auth.ts';
import type { User } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { type Failure, toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = {
  hasToken: boolean;
  user: User | null;
  /** Why the last sign-in failed, shown above the login form. */
  error: string | null;
  /** The page that the user wanted before they signed in at the issuer. */
  returnTo: string | null;
};
/** `url`: the issuer's page, where the browser goes next. */
type IssuerPage = Readonly<{ url: string | null }>;
type SsoUser = Readonly<{ user: User; returnTo: string | null }>;

type Events =
  | { type: 'login.submit'; credentials: LoginBody }
  | { type: 'login.edit' }
  | { type: 'sso.submit'; body: SsoBody }
  | { type: 'sso.returned' }
  | { type: 'page.restored' }
  | { type: 'logout.submit' }
  | { type: 'window.focused' }
  | { type: 'user.changed'; user: User }
  | { type: 'password.changed' }
  | { type: 'session.ended' }
  | { type: 'tokens.found' }
  | { type: 'tokens.cleared' };

/**
 * The signed-in user, for the entire lifetime of the app (spec 4.01, 2.16-2.20).
 * Normal path: starting → restoring → signedIn, or signedOut → signingIn → signedIn. At an issuer (decisions 4.15): signedOut →
 * askingIssuer → leaving, and on the page to which the issuer returns: finishing → signedIn.
 * A save during the load makes the response in flight outdated: the user is loaded again, and the late response is ignored.
 * Never: stay signed in without tokens, or retain a token after logout, even if the server did not respond.
 */
export const sessionMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { hasToken: boolean }, tags: {} as 'loading' | 'authenticated' },
  actors: {
    loadUser: fromPromise<User>(missing('loadUser')),
    /** Stores both tokens before it resolves. */
    login: fromPromise<User, LoginBody>(missing('login')),
    logout: fromPromise<IssuerPage>(missing('logout')),
    beginSso: fromPromise<IssuerPage, SsoBody>(missing('beginSso')),
    /** Stores both tokens before it resolves. */
    finishSso: fromPromise<SsoUser>(missing('finishSso')),
  },
  guards: {
    hasToken: ({ context }) => context.hasToken,
    mustChangePassword: ({ context }) => context.user?.must_change_password === true,
    hasPage: (_, params: IssuerPage) => params.url !== null,
    isSamePerson: ({ context }, params: { user: User }) => context.user?.id === params.user.id,
  },
  actions: {
    setUser: assign({ user: (_, params: { user: User }) => params.user, error: null }),
    setReturnTo: assign({ returnTo: (_, params: SsoUser) => params.returnTo }),
    forgetUser: assign({ user: null }),
    setError: assign({ error: (_, params: Failure) => toFailure(params).message }),
    clearError: assign({ error: null }),
    /** Removes only the access token (spec 4.01). */
    removeAccessToken: () => {},
    clearTokens: () => {},
    openPage: (_, _params: IssuerPage) => {},
    logFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { logoutPatience: limits.auth.logoutPatienceMs },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ hasToken: input.hasToken, user: null, error: null, returnTo: null }),
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
        onDone: { target: 'signedIn', actions: { type: 'setUser', params: ({ event }) => ({ user: event.output }) } },
        onError: {
          target: 'signedOut',
          actions: [
            'removeAccessToken',
            { type: 'setError', params: ({ event }) => ({ error: event.error, fallback: messages.login.userFailed }) },
          ],
        },
      },
      on: {
        'tokens.cleared': 'signedOut',
        'session.ended': { target: 'signedOut', actions: 'clearTokens' },
        // The new tokens may belong to another user.
        'tokens.found': { target: 'restoring', reenter: true },
        'sso.returned': 'finishing',
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
        'sso.submit': { target: 'askingIssuer', actions: 'clearError' },
        'sso.returned': { target: 'finishing', actions: 'clearError' },
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
        onDone: { target: 'signedIn', actions: { type: 'setUser', params: ({ event }) => ({ user: event.output }) } },
        onError: {
          target: 'signedOut',
          actions: { type: 'setError', params: ({ event }) => ({ error: event.error, fallback: messages.login.failed }) },
        },
      },
      // Sent when the token refresh of an earlier call fails: the old tokens are invalid, and the login stores new ones.
      on: { 'session.ended': { actions: 'clearTokens' } },
    },
    askingIssuer: {
      description: "The server is asked for the issuer's sign-in page.",
      invoke: {
        id: 'beginSso',
        src: 'beginSso',
        input: ({ event }) => {
          if (event.type !== 'sso.submit') throw new Error(`askingIssuer was entered by ${event.type}`);
          return event.body;
        },
        onDone: { target: 'leaving', actions: { type: 'openPage', params: ({ event }) => event.output } },
        onError: {
          target: 'signedOut',
          actions: { type: 'setError', params: ({ event }) => ({ error: event.error, fallback: messages.login.failed }) },
        },
      },
      on: { 'session.ended': { actions: 'clearTokens' }, 'tokens.found': 'restoring' },
    },
    leaving: {
      description: "The browser opens the issuer's sign-in page.",
      on: {
        // Back from the issuer's page: the browser shows this page as it was left.
        'page.restored': 'signedOut',
        'session.ended': { actions: 'clearTokens' },
        'tokens.found': 'restoring',
      },
    },
    finishing: {
      description: 'The issuer sent the user back, and the server is asked for their session.',
      tags: 'loading',
      invoke: {
        id: 'finishSso',
        src: 'finishSso',
        onDone: {
          target: 'signedIn',
          actions: [
            { type: 'setUser', params: ({ event }) => ({ user: event.output.user }) },
            { type: 'setReturnTo', params: ({ event }) => event.output },
          ],
        },
        onError: [
          // The page was reloaded after its session began: the user goes on with that session.
          { guard: 'hasToken', target: 'restoring' },
          {
            target: 'signedOut',
            actions: { type: 'setError', params: ({ event }) => ({ error: event.error, fallback: messages.login.failed }) },
          },
        ],
      },
      // From an earlier session: its tokens are invalid, and the answer stores new ones.
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
            onDone: { target: 'checking', actions: { type: 'setUser', params: ({ event }) => ({ user: event.output }) } },
            onError: {
              target: '#session.signedOut',
              actions: [
                'removeAccessToken',
                { type: 'setError', params: ({ event }) => ({ error: event.error, fallback: messages.login.userFailed }) },
              ],
            },
          },
          on: {
            'user.changed': {
              guard: withEvent('isSamePerson'),
              target: 'reloading',
              reenter: true,
              actions: withEvent('setUser'),
            },
          },
        },
      },
      on: {
        'user.changed': {
          guard: withEvent('isSamePerson'),
          target: '.checking',
          actions: withEvent('setUser'),
        },
        'password.changed': { target: '.reloading', reenter: true },
        // Another tab refreshed the tokens, or another user signed in there.
        'tokens.found': { target: '.reloading', reenter: true },
        'logout.submit': 'signingOut',
        'session.ended': { target: 'signedOut', actions: ['clearTokens', assign({ error: messages.login.expired })] },
        // Signed out or expired in another tab: after signing in again, the user continues here.
        'tokens.cleared': { target: 'signedOut', actions: 'clearError' },
      },
    },
    signingOut: {
      description: "The server is told that the user leaves; the app doesn't wait long for its answer.",
      tags: 'authenticated',
      invoke: {
        id: 'logout',
        src: 'logout',
        onDone: [
          {
            guard: { type: 'hasPage', params: ({ event }) => event.output },
            target: 'signedOut.left',
            actions: ['clearTokens', { type: 'openPage', params: ({ event }) => event.output }],
          },
          { target: 'signedOut.left', actions: 'clearTokens' },
        ],
        onError: {
          target: 'signedOut.left',
          actions: ['clearTokens', withError('logFailure')],
        },
      },
      // An unresponsive server does not prevent sign-out.
      after: { logoutPatience: { target: 'signedOut.left', actions: 'clearTokens' } },
    },
  },
});
