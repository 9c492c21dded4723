import { changePasswordMachine } from '../../../src/machines/session/changePassword.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const submit = { current: 'old one', next: 'twelve chars', confirm: 'twelve chars' };

export const changePassword: MachineCases<typeof changePasswordMachine> = {
  machine: changePasswordMachine,
  inputs: [undefined],
  cases: {
    'password.submit': [submit, { ...submit, confirm: 'another one' }],
    'xstate.done.actor.changePassword': [{ output: undefined }],
    'xstate.error.actor.changePassword': [{ error: { status: 422, data: { message: 'no', errors: { new_password: 'too common' } } } }],
  },
  project: ({ error, fields }) => [error, fields],
};
