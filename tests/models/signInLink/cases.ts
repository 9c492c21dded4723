import { signInLinkMachine } from '../../../src/machines/session/signInLink.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const submit = { next: 'twelve chars', confirm: 'twelve chars' };
export const gone = { status: 410, data: { message: 'This link was used already.' } };

export const signInLink: MachineCases<typeof signInLinkMachine> = {
  machine: signInLinkMachine,
  inputs: [{ token: 'sl_one' }],
  cases: {
    'link.retry': [{}],
    'password.submit': [submit, { ...submit, confirm: 'another one' }],
    'xstate.done.actor.readLink': [{ output: { email: 'sam@demo.test' } }],
    'xstate.error.actor.readLink': [{ error: gone }, { error: { status: 503 } }],
    'xstate.done.actor.takeLink': [{ output: undefined }],
    'xstate.error.actor.takeLink': [
      { error: gone },
      { error: { status: 422, data: { message: 'no', errors: { new_password: 'too common' } } } },
    ],
  },
  project: ({ email, error, fields }) => [email, error, fields],
};
