import { userFormMachine } from '../../../src/machines/people/userForm.machine.ts';
import { formCasesOf } from '../support/editedForm.ts';
import { other } from '../users/cases.ts';

export const newest = { ...other, last_name: 'Ortiz-Lane', territory: 'Midwest' as const, version: 7 };
export const stale = { status: 409, data: { code: 'stale_version', message: 'Somebody else was faster.', current: newest } };
export const refused = {
  status: 422,
  data: { message: 'Please correct it.', code: 'invalid', errors: { first_name: 'First name is required' } },
};
export const lastAdmin = { status: 409, data: { code: 'last_admin', message: 'This is the last active administrator.' } };
export const body = { first_name: 'Ben', last_name: 'Ortiz', role: 'finance', territory: null };
export const adding = { edited: null };
export const editing = { edited: { id: '9', version: 4 } };

export const userForm = formCasesOf<typeof userFormMachine>({
  asks: false,
  machine: userFormMachine,
  inputs: [adding, editing],
  cases: {
    'form.submit': [{ body }],
    'question.confirm': [],
    'question.deny': [],
    'xstate.done.actor.saveForm': [{ output: { user: other, password: null } }],
    'xstate.error.actor.saveForm': [{ error: refused }, { error: stale }, { error: lastAdmin }, { error: {} }],
  },
  project: ({ edited, error, newest }) => [edited, error, newest !== null],
});
