import { assign } from 'xstate';
import type { User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import type { FactorChallenge, FactorReply } from '../../../contract/rules/session/factorMethods.ts';
import { withError, withEvent } from '../support/params.ts';
import { sessionSetup } from './sessionSetup.ts';

const errorWith = <const Fallback extends string>(fallback: Fallback) =>
  ({ type: 'setError', params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, fallback }) }) as const;
const setLoginError = errorWith(messages.login.failed);
const setUserError = errorWith(messages.login.userFailed);
const setLoadedUser = { type: 'setUser', params: ({ event }: { event: { output: unknown } }) => ({ user: event.output as User }) } as const;

/**
 * The signed-in user, for the entire lifetime of the app (spec 4.01, 2.16-2.20).
 * Normal path: starting → restoring → signedIn, or signedOut → signingIn → signedIn. At an issuer (decisions 4.15): signedOut →
 * askingIssuer → leaving, and on the page to which the issuer returns: finishing → signedIn.
 * With a second factor (decisions 4.16): signingIn → codeDue → confirmingCode → signedIn.
 * A save during the load makes the response in flight outdated: the user is loaded again, and the late response is ignored.
 * Never: stay signed in without tokens, or retain a token after logout, even if the server did not respond.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({ hasToken: input.hasToken, user: null, error: null, returnTo: null, challenge: null, reply: null }),
  initial: 'starting',
  states: {
    starting: {
      description: 'Decision point: a stored token means that somebody may still be signed in.',
      tags: 'loading',
      always: [{ guard: 'hasToken', target: 'restoring' }, { target: 'signedOut' }],
    },
    restoring: {
      description: 'A token was found, and the profile of its user is on its way.',
      tags: 'loading',
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        onDone: { target: 'signedIn', actions: setLoadedUser },
        onError: {
          target: 'signedOut',
          actions: ['removeAccessToken', setUserError],
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
      description: 'The login screen is shown.',
      entry: 'forgetUser',
      initial: 'asked',
      states: {
        asked: { description: 'After signing in, the user goes to the page they requested.' },
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
        onDone: [
          { guard: withEvent('isChallenge'), target: 'codeDue', actions: withEvent('setChallenge') },
          { target: 'signedIn', actions: setLoadedUser },
        ],
        onError: { target: 'signedOut', actions: setLoginError },
      },
      // Sent when the token refresh of an earlier call fails: the old tokens are invalid, and the login stores new ones.
      on: { 'session.ended': { actions: 'clearTokens' } },
    },
    codeDue: {
      description: 'The password was right, and the user is asked for their second factor; a refusal of the last code is shown.',
      tags: 'codeAsked',
      on: {
        'code.submit': { target: 'confirmingCode', actions: withEvent('setReply') },
        'code.cancel': { target: 'signedOut', actions: 'clearError' },
        'login.edit': { actions: 'clearError' },
        'session.ended': { actions: 'clearTokens' },
        'tokens.found': { target: 'restoring', actions: 'clearError' },
      },
    },
    confirmingCode: {
      description: 'The code or passkey is on its way to the server.',
      tags: 'codeAsked',
      invoke: {
        id: 'finishLogin',
        src: 'finishLogin',
        // Both are always set here.
        input: ({ context }) => ({ challenge: context.challenge as FactorChallenge, reply: context.reply as FactorReply }),
        onDone: { target: 'signedIn', actions: setLoadedUser },
        onError: [
          { guard: withError('isOver'), target: 'signedOut', actions: setLoginError },
          { target: 'codeDue', actions: ['forgetReply', setLoginError] },
        ],
      },
      // The browser asks for a passkey in its own dialog, which the user may leave open.
      on: { 'code.cancel': { target: 'signedOut', actions: 'clearError' }, 'session.ended': { actions: 'clearTokens' } },
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
        onError: { target: 'signedOut', actions: setLoginError },
      },
      on: { 'session.ended': { actions: 'clearTokens' }, 'tokens.found': 'restoring' },
    },
    leaving: {
      description: "The browser opens the issuer's sign-in page.",
      on: {
        // The user went back from the issuer's page, and the browser shows this page as it was left.
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
          // The page was reloaded after its session began, so the user continues with that session.
          { guard: 'hasToken', target: 'restoring' },
          { target: 'signedOut', actions: setLoginError },
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
          description: 'Decision point: some users must change their password or set up a second factor first.',
          always: [
            { guard: 'mustChangePassword', target: 'passwordDue' },
            { guard: 'isFactorDue', target: 'factorDue' },
            { target: 'steady' },
          ],
        },
        passwordDue: { description: 'The user must change their password before continuing.', on: { 'window.focused': 'reloading' } },
        factorDue: {
          description: 'The user must set up a second factor before continuing.',
          on: { 'window.focused': 'reloading' },
        },
        savingCodes: {
          description: 'The recovery codes of the new second factor are shown; the user saves them before continuing.',
          // Codes are shown only once, so nothing may remove them from the screen.
          on: { 'tokens.found': {} },
        },
        steady: {
          description: "The user's profile is loaded, and is loaded again when they return to the window.",
          // `factor.due`: the company now requires a second factor.
          on: { 'window.focused': 'reloading', 'factor.due': 'reloading' },
        },
        reloading: {
          description: "The user's profile is loaded again while they keep working.",
          invoke: {
            id: 'loadUser',
            src: 'loadUser',
            onDone: { target: 'checking', actions: setLoadedUser },
            onError: {
              target: '#session.signedOut',
              actions: ['removeAccessToken', setUserError],
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
        'factor.enabled': '.savingCodes',
        'factor.changed': { target: '.reloading', reenter: true },
        // Another tab refreshed the tokens, or another user signed in there.
        'tokens.found': { target: '.reloading', reenter: true },
        'logout.submit': 'signingOut',
        'session.ended': { target: 'signedOut', actions: ['clearTokens', assign({ error: messages.login.expired })] },
        // The user signed out in another tab, or the session expired there: after signing in again, they continue here.
        'tokens.cleared': { target: 'signedOut', actions: 'clearError' },
      },
    },
    signingOut: {
      description: "The server is told that the user is signing out; the app doesn't wait long for its answer.",
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
