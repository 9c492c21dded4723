import { profileMachine } from '../../../src/machines/people/profile.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const body = { first_name: 'Samuel', last_name: 'Sales', territory: 'Global' } as const;
export const refused = { status: 422, data: { message: 'Please correct it.', errors: { first_name: 'First name is required' } } };

export const profile: MachineCases<typeof profileMachine> = {
  machine: profileMachine,
  inputs: [undefined],
  cases: {
    'profile.edit': [{}],
    'form.changed': [{ dirty: true }, { dirty: false }],
    'form.submit': [{ body }],
    'form.cancel': [{}],
    'xstate.done.actor.saveProfile': [{ output: undefined }],
    'xstate.error.actor.saveProfile': [{ error: refused }, { error: { status: 500 } }],
  },
  project: ({ error, fields }) => [error, fields],
};
