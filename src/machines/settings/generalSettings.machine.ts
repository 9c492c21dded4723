import { assign, fromPromise, raise, setup } from 'xstate';
import type { ConfigPreview, GeneralSettings } from '../../../contract/entities/settings.ts';
import { messages } from '../../../contract/messages.ts';
import { getFieldErrors, toFailure, toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

export type GeneralDraft = Readonly<{ companyName: string; commissionsConfig: string }>;
/** `version`: of the edited settings; null if the server has no versions. */
type SaveRequest = Readonly<{ draft: GeneralDraft; version: number | null }>;
export type Review = Readonly<{ commissionsConfig: string; backTo: number | null }>;
type Context = {
  settings: GeneralSettings | null;
  draft: GeneralDraft;
  preview: ConfigPreview | null;
  previewError: string | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
  /** The text under review; if it restores an earlier version, the title names that version. */
  review: Review | null;
};
type Events =
  | { type: 'settings.retry' }
  | { type: 'name.type'; text: string }
  | { type: 'config.type'; text: string }
  | { type: 'draft.save' }
  | { type: 'draft.cancel' }
  | { type: 'error.dismiss' }
  | { type: 'preview.ask' }
  | { type: 'preview.close' }
  | { type: 'review.open'; review: Review }
  | { type: 'review.close' }
  | { type: 'review.saved'; settings: GeneralSettings };

const t = messages.generalSettings;

/**
 * System Settings, General (spec 2.50, 7.19, 8.06; decisions 2.07).
 * Normal path: loading → ready.form.pristine → changed → saving → pristine; in parallel, a preview of the typed configuration's effects.
 * Never: save unchanged settings, overwrite a concurrent save of another admin, lose input when a save fails, or show the preview of a
 * different text.
 */
export const generalSettingsMachine = setup({
  types: { context: {} as Context, events: {} as Events, tags: {} as 'unsaved' | 'reviewing' },
  actors: {
    loadGeneral: fromPromise<GeneralSettings>(missing('loadGeneral')),
    saveGeneral: fromPromise<GeneralSettings, SaveRequest>(missing('saveGeneral')),
    previewConfig: fromPromise<ConfigPreview, { commissionsConfig: string }>(missing('previewConfig')),
  },
  guards: {
    isChanged: ({ context: { settings, draft } }) =>
      settings?.companyName !== draft.companyName || settings?.commissionsConfig !== draft.commissionsConfig,
  },
  actions: {
    setSettings: assign((_, { settings }: { settings: GeneralSettings }) => ({
      settings,
      draft: { companyName: settings.companyName, commissionsConfig: settings.commissionsConfig },
      error: null,
      fields: {},
    })),
    setLoadError: assign({ error: (_, { error }: { error: unknown }) => toFailureMessage({ error, fallback: t.loadFailed }) }),
    setName: assign(({ context }, params: { text: string }) => ({
      draft: { ...context.draft, companyName: params.text },
      error: null,
      fields: { ...context.fields, companyName: '' },
    })),
    setConfig: assign(({ context }, params: { text: string }) => ({
      draft: { ...context.draft, commissionsConfig: params.text },
      error: null,
      fields: { ...context.fields, commissionsConfig: '' },
    })),
    resetDraft: assign(({ context: { settings, draft } }) => ({
      draft: settings ? { companyName: settings.companyName, commissionsConfig: settings.commissionsConfig } : draft,
      error: null,
      fields: {},
    })),
    setError: assign((_, { error }: { error: unknown }) => ({
      error: toFailure({ error, fallback: t.failed }).message,
      fields: getFieldErrors(error),
    })),
    forgetError: assign({ error: null, fields: {} }),
    dismissError: assign({ error: null }),
    setPreview: assign((_, params: { preview: ConfigPreview }) => ({ preview: params.preview, previewError: null })),
    setPreviewError: assign((_, { error }: { error: unknown }) => ({
      preview: null,
      previewError: toFailureMessage({ error, fallback: t.previewFailed }),
    })),
    forgetPreview: assign({ preview: null, previewError: null }),
    /** A changed text invalidates the preview. */
    closePreview: raise({ type: 'preview.close' }),
    setReview: assign({ review: (_, params: { review: Review }) => params.review }),
    forgetReview: assign({ review: null }),
    /** Reloads the name for title, brand and login, and the version history. */
    reportSaved: () => {},
  },
}).createMachine({
  id: 'generalSettings',
  context: {
    settings: null,
    draft: { companyName: '', commissionsConfig: '' },
    preview: null,
    previewError: null,
    error: null,
    fields: {},
    review: null,
  },
  initial: 'loading',
  states: {
    loading: {
      description: "The company's settings are on their way.",
      invoke: {
        id: 'loadGeneral',
        src: 'loadGeneral',
        onDone: { target: 'ready', actions: { type: 'setSettings', params: ({ event }) => ({ settings: event.output }) } },
        onError: { target: 'failed', actions: withError('setLoadError') },
      },
    },
    failed: {
      description: "The settings couldn't be loaded; the admin can try again.",
      on: { 'settings.retry': { target: 'loading', actions: 'forgetError' } },
    },
    ready: {
      description: 'The settings are on the screen and can be edited.',
      type: 'parallel',
      states: {
        form: {
          description: 'The fields for the company name and the commission configuration.',
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Decision point: the fields equal the saved settings or differ from them.',
              always: [{ guard: 'isChanged', target: 'changed' }, { target: 'pristine' }],
            },
            pristine: {
              description: 'The fields equal the saved settings, so there is nothing to save.',
              on: {
                'review.open': { target: 'returning', actions: withEvent('setReview') },
                'name.type': { target: 'deciding', actions: withEvent('setName') },
                'config.type': { target: 'deciding', actions: [withEvent('setConfig'), 'closePreview'] },
              },
            },
            changed: {
              description: 'The fields differ from the saved settings, and the admin can save or cancel.',
              tags: 'unsaved',
              on: {
                'name.type': { target: 'deciding', actions: withEvent('setName') },
                'config.type': { target: 'deciding', actions: [withEvent('setConfig'), 'closePreview'] },
                'draft.save': { target: 'saving', actions: 'forgetError' },
                'draft.cancel': { target: 'pristine', actions: ['resetDraft', 'closePreview'] },
                'review.open': { target: 'reviewing', actions: withEvent('setReview') },
              },
            },
            // If the server offers impact reviews, a change is saved after one.
            reviewing: {
              description: "The admin reviews the effect of the typed configuration before it's saved.",
              tags: ['unsaved', 'reviewing'],
              on: {
                'review.close': { target: 'deciding', actions: 'forgetReview' },
                'review.saved': { target: 'pristine', actions: [withEvent('setSettings'), 'forgetReview', 'closePreview', 'reportSaved'] },
              },
            },
            returning: {
              description: 'The admin reviews a return to another version; nothing typed is at stake.',
              tags: 'reviewing',
              on: {
                'review.close': { target: 'pristine', actions: 'forgetReview' },
                'review.saved': { target: 'pristine', actions: [withEvent('setSettings'), 'forgetReview', 'closePreview', 'reportSaved'] },
              },
            },
            saving: {
              description: 'The settings are on their way to the server.',
              tags: 'unsaved',
              invoke: {
                id: 'saveGeneral',
                src: 'saveGeneral',
                input: ({ context: { draft, settings } }) => ({ draft, version: settings?.version ?? null }),
                onDone: {
                  target: 'pristine',
                  actions: [{ type: 'setSettings', params: ({ event }) => ({ settings: event.output }) }, 'closePreview', 'reportSaved'],
                },
                onError: { target: 'changed', actions: withError('setError') },
              },
            },
          },
          on: { 'error.dismiss': { actions: 'dismissError' } },
        },
        preview: {
          description: 'The trial calculation with the typed configuration.',
          initial: 'hidden',
          states: {
            hidden: { description: 'No trial calculation is shown.', on: { 'preview.ask': 'calculating' } },
            calculating: {
              description: 'The server is calculating with the typed configuration.',
              invoke: {
                id: 'previewConfig',
                src: 'previewConfig',
                input: ({ context }) => ({ commissionsConfig: context.draft.commissionsConfig }),
                onDone: { target: 'shown', actions: { type: 'setPreview', params: ({ event }) => ({ preview: event.output }) } },
                onError: {
                  target: 'shown',
                  actions: withError('setPreviewError'),
                },
              },
            },
            shown: {
              description: 'The result or its error is shown until the configuration is changed.',
              on: { 'preview.ask': 'calculating' },
            },
          },
          on: { 'preview.close': { target: '.hidden', actions: 'forgetPreview' } },
        },
      },
    },
  },
});
