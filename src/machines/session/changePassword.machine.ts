import { assign, fromPromise, setup } from 'xstate';
import type { ChangePasswordBody } from '../../../contract/entities/auth.ts';
import { messages } from '../../../contract/messages.ts';
import { getFieldErrors, toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

type Context = { body: ChangePasswordBody; error: string | null; fields: Readonly<Record<string, string>> };

type Events = { type: 'password.submit'; current: string; next: string; confirm: string };

/**
 * The form for the user's own password (spec 2.62, 5.10; decisions 4.02).
 * Normal path: editing → saving → saved.
 * Never: call the server with two different new passwords; the browser's own alert reports the mismatch.
 */
export const changePasswordMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    changePassword: fromPromise<void, ChangePasswordBody>(missing('changePassword')),
  },
  guards: { matches: (_, params: { next: string; confirm: string }) => params.next === params.confirm },
  actions: {
    setBody: assign((_, params: { current: string; next: string }) => ({
      body: { current_password: params.current, new_password: params.next },
      error: null,
      fields: {},
    })),
    forgetBody: assign({ body: { current_password: '', new_password: '' } }),
    setError: assign((_, params: { error: unknown }) => ({
      error: toFailureMessage({ ...params, fallback: messages.changePassword.failed }),
      fields: getFieldErrors(params.error),
    })),
    alertMismatch: () => {},
    /** Makes the session reload the user. */
    reportChanged: () => {},
  },
}).createMachine({
  id: 'changePassword',
  context: { body: { current_password: '', new_password: '' }, error: null, fields: {} },
  initial: 'editing',
  states: {
    editing: {
      description: 'The user types the current and the new password; a refusal of the last try is shown.',
      on: {
        'password.submit': [
          {
            guard: withEvent('matches'),
            target: 'saving',
            actions: withEvent('setBody'),
          },
          { actions: 'alertMismatch' },
        ],
      },
    },
    saving: {
      description: 'The new password is on its way to the server.',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context }) => context.body,
        onDone: { target: 'saved', actions: ['forgetBody', 'reportChanged'] },
        onError: { target: 'editing', actions: ['forgetBody', withError('setError')] },
      },
    },
    saved: { description: 'The new password is in force, and the form is done.' },
  },
});
