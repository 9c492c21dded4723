import { assign, fromPromise, setup } from 'xstate';
import type { Territory } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { toFormFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** Only changed fields: an administrator may have changed the others. */
export type ProfileBody = Readonly<{ first_name?: string; last_name?: string; territory?: Territory | null }>;
type Context = { body: ProfileBody | null; error: string | null; fields: Readonly<Record<string, string>> };
type Events =
  | { type: 'profile.edit' }
  | { type: 'form.changed'; dirty: boolean }
  | { type: 'form.cancel' }
  | { type: 'form.submit'; body: ProfileBody };

/**
 * The user's own name and territory (spec 2.62; decisions 4.04).
 * Normal path: viewing → editing.pristine → editing.changed → saving → viewing, with its message.
 * Never: report a save before it happened, or leave edit mode with unsaved input without asking (`unsaved`).
 */
export const profileMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'unsaved' },
  actors: { saveProfile: fromPromise<void, ProfileBody>(missing('saveProfile')) },
  guards: { isDirty: (_, params: { dirty: boolean }) => params.dirty },
  actions: {
    setBody: assign((_, params: { body: ProfileBody }) => ({ body: params.body, error: null, fields: {} })),
    setError: assign((_, { error }: { error: unknown }) => toFormFailure({ error, fallback: messages.profile.failed })),
    forgetError: assign({ error: null, fields: {} }),
    resetForm: () => {},
    reportSaved: () => {},
  },
}).createMachine({
  id: 'profile',
  context: { body: null, error: null, fields: {} },
  initial: 'viewing',
  states: {
    viewing: {
      description: "The user's name and territory are shown.",
      on: { 'profile.edit': { target: 'editing', actions: ['forgetError', 'resetForm'] } },
    },
    editing: {
      description: 'The fields can be changed, and a refusal of the last save is shown.',
      initial: 'pristine',
      states: {
        pristine: { description: 'The fields equal the saved profile.' },
        changed: { description: 'The fields differ from the saved profile.', tags: 'unsaved' },
      },
      on: {
        'form.changed': [{ guard: withEvent('isDirty'), target: '.changed' }, { target: '.pristine' }],
        'form.submit': { target: 'saving', actions: withEvent('setBody') },
        'form.cancel': { target: 'viewing', actions: ['forgetError', 'resetForm'] },
      },
    },
    saving: {
      description: 'The profile is on its way to the server.',
      tags: 'unsaved',
      invoke: {
        id: 'saveProfile',
        src: 'saveProfile',
        input: ({ context }) => context.body as ProfileBody,
        onDone: { target: 'viewing', actions: 'reportSaved' },
        onError: { target: 'editing.changed', actions: withError('setError') },
      },
    },
  },
});
