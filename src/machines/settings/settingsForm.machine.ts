import { assign, fromPromise, setup } from 'xstate';
import type { Preferences } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** One preference, in the format of PATCH /users/{id}/preferences/{key}. */
export type SettingsBody = Preferences['dashboard_settings'] | Preferences['notification_settings'];
type Context = { body: SettingsBody | null; error: string | null };
type Events = { type: 'form.changed'; dirty: boolean } | { type: 'form.submit'; body: SettingsBody } | { type: 'form.cancel' };

/**
 * One tab of Settings, saved as one preference (spec 2.63, 7.18; decisions 4.04).
 * Normal path: pristine → changed → saving → saved → pristine.
 * Never: say "saved" before the server responds, or save without a change.
 */
export const settingsFormMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'unsaved' },
  actors: { saveSettings: fromPromise<void, SettingsBody>(missing('saveSettings')) },
  guards: {
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    isPristine: (_, params: { dirty: boolean }) => !params.dirty,
  },
  actions: {
    setBody: assign((_, params: { body: SettingsBody }) => ({ body: params.body, error: null })),
    setError: assign({
      error: (_, { error }: { error: unknown }) => toFailureMessage({ error, fallback: messages.settings.failed }),
    }),
    forgetError: assign({ error: null }),
    resetForm: () => {},
    /** Makes the saved values the form's new defaults and updates the session. */
    reportSaved: (_, _params: { body: SettingsBody | null }) => {},
  },
  delays: { savedMessage: limits.settingsSavedMs },
}).createMachine({
  id: 'settingsForm',
  context: { body: null, error: null },
  initial: 'pristine',
  states: {
    pristine: {
      description: 'The fields equal the saved preference, so there is nothing to save.',
      on: { 'form.changed': { guard: withEvent('isDirty'), target: 'changed' } },
    },
    changed: {
      description: 'The fields differ from the saved preference, and the user can save or cancel.',
      tags: 'unsaved',
      on: {
        'form.changed': { guard: withEvent('isPristine'), target: 'pristine', actions: 'forgetError' },
        'form.submit': { target: 'saving', actions: withEvent('setBody') },
        'form.cancel': { target: 'pristine', actions: ['forgetError', 'resetForm'] },
      },
    },
    saving: {
      description: 'The preference is on its way to the server.',
      tags: 'unsaved',
      invoke: {
        id: 'saveSettings',
        src: 'saveSettings',
        input: ({ context }) => context.body as SettingsBody,
        onDone: { target: 'saved', actions: { type: 'reportSaved', params: ({ context }) => ({ body: context.body }) } },
        onError: { target: 'changed', actions: withError('setError') },
      },
    },
    saved: {
      description: 'A message confirms the save for three seconds.',
      after: { savedMessage: 'pristine' },
      on: { 'form.changed': { guard: withEvent('isDirty'), target: 'changed' } },
    },
  },
});
