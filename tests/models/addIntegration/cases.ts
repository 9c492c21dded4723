import { addIntegrationMachine } from '../../../src/machines/connections/addIntegration.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const addIntegration: MachineCases<typeof addIntegrationMachine> = {
  machine: addIntegrationMachine,
  inputs: [{ kind: 'mercury' }],
  cases: {
    'form.open': [{}, { again: '7' }],
    'form.submit': [{ form: { name: 'Bank', token_string: 'secret-token:x' } }],
    'form.cancel': [{}],
    'xstate.done.actor.saveForm': [{ output: {} }],
    'xstate.error.actor.saveForm': [{ error: { status: 400 } }],
  },
  project: ({ again, form, error }) => [again, form !== null, error !== null],
};
