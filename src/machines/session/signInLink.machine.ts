import { assign, fromPromise, setup } from 'xstate';
import type { NewPasswordBody } from '../../../contract/entities/auth.ts';
import { messages } from '../../../contract/messages.ts';
import { getErrorStatus, getFieldErrors, toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = {
  token: string;
  /** The owner of the link; null until the server has answered. */
  email: string | null;
  password: string;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events = { type: 'link.retry' } | { type: 'password.submit'; next: string; confirm: string };

const t = messages.signInLinks;

/**
 * The page of an invitation or a password link: the user chooses a password, once, and is signed in.
 * Normal path: checking → asking → saving → taken.
 * Never: send two different passwords, keep a password after its call, or offer the form for a link that no longer works.
 */
export const signInLinkMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { token: string } },
  actors: {
    readLink: fromPromise<{ email: string }, { token: string }>(missing('readLink')),
    takeLink: fromPromise<void, NewPasswordBody>(missing('takeLink')),
  },
  guards: {
    matches: (_, params: { next: string; confirm: string }) => params.next === params.confirm,
    isGone: (_, params: { error: unknown }) => getErrorStatus(params.error) === 410,
  },
  actions: {
    setEmail: assign((_, params: { output: { email: string } }) => ({ email: params.output.email, error: null })),
    setPassword: assign((_, params: { next: string }) => ({ password: params.next, error: null, fields: {} })),
    forgetPassword: assign({ password: '' }),
    setReadError: assign((_, params: { error: unknown }) => ({ error: toFailureMessage({ ...params, fallback: t.loadFailed }) })),
    setError: assign((_, params: { error: unknown }) => ({
      error: toFailureMessage({ ...params, fallback: t.failed }),
      fields: getFieldErrors(params.error),
    })),
    alertMismatch: () => {},
    /** Signs the user in with the new password. */
    signIn: (_, _params: { email: string; password: string }) => {},
  },
}).createMachine({
  id: 'signInLink',
  context: ({ input }) => ({ token: input.token, email: null, password: '', error: null, fields: {} }),
  initial: 'checking',
  states: {
    checking: {
      description: 'The server is asked whose link it is, and whether it still works.',
      invoke: {
        id: 'readLink',
        src: 'readLink',
        input: ({ context: { token } }) => ({ token }),
        onDone: { target: 'asking', actions: withEvent('setEmail') },
        onError: [
          { guard: withError('isGone'), target: 'refused', actions: withError('setReadError') },
          { target: 'failed', actions: withError('setReadError') },
        ],
      },
    },
    failed: {
      description: "The link couldn't be checked; the user can try again.",
      on: { 'link.retry': 'checking' },
    },
    refused: { description: 'The link no longer works; the page says why, and leads to signing in.' },
    asking: {
      description: 'The user types the new password twice; a refusal of the last try is shown.',
      on: {
        'password.submit': [
          { guard: withEvent('matches'), target: 'saving', actions: withEvent('setPassword') },
          { actions: 'alertMismatch' },
        ],
      },
    },
    saving: {
      description: 'The new password is on its way to the server.',
      invoke: {
        id: 'takeLink',
        src: 'takeLink',
        input: ({ context: { token, password } }) => ({ token, new_password: password }),
        onDone: {
          target: 'taken',
          actions: [{ type: 'signIn', params: ({ context: { email, password } }) => ({ email: email ?? '', password }) }, 'forgetPassword'],
        },
        onError: [
          { guard: withError('isGone'), target: 'refused', actions: ['forgetPassword', withError('setError')] },
          { target: 'asking', actions: ['forgetPassword', withError('setError')] },
        ],
      },
    },
    taken: { description: 'The password is in force, and the user is being signed in with it.' },
  },
});
