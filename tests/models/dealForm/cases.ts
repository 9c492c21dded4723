import { dealFormMachine } from '../../../src/machines/deals/dealForm.machine.ts';
import { deal } from '../dealsBoard/cases.ts';
import { formCasesOf } from '../support/editedForm.ts';

export const newest = { ...deal, name: 'Robotics month', version: 7 };
export const stale = { status: 409, data: { code: 'stale_version', message: 'Somebody else was faster.', current: newest } };
export const refused = { status: 422, data: { message: 'Name is required', code: 'form_refused', errors: { name: 'Name is required' } } };
export const connected = { status: 409, data: { code: 'deal_connected', message: 'This deal belongs to HubSpot.', current: deal } };
export const body = { name: 'Robotics week', customer_name: 'Flagstaff Library' };
export const creating = { edited: null };
export const editing = { edited: { id: '7', version: 4 } };

export const dealForm = formCasesOf<typeof dealFormMachine>({
  asks: false,
  machine: dealFormMachine,
  inputs: [creating, editing],
  cases: {
    'form.submit': [{ body }],
    'question.confirm': [],
    'question.deny': [],
    'xstate.done.actor.saveForm': [{ output: deal }],
    'xstate.error.actor.saveForm': [{ error: refused }, { error: stale }, { error: connected }, { error: {} }],
  },
  project: ({ edited, error, newest }) => [edited, error, newest !== null],
});
