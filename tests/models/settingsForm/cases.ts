import { settingsFormMachine } from '../../../src/machines/settings/settingsForm.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const body = { email_enabled: false, push_enabled: true, frequency: 'weekly' } as const;

export const settingsForm: MachineCases<typeof settingsFormMachine> = {
  machine: settingsFormMachine,
  inputs: [undefined],
  cases: {
    'form.changed': [{ dirty: true }, { dirty: false }],
    'form.submit': [{ body }],
    'form.cancel': [{}],
    'xstate.after.savedMessage.settingsForm.saved': [{}],
    'xstate.done.actor.saveSettings': [{ output: undefined }],
    'xstate.error.actor.saveSettings': [{ error: { status: 403, data: { message: 'Not yours.' } } }, { error: { status: 500 } }],
  },
  project: ({ error }) => error,
};
