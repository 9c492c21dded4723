import { assign, fromPromise, setup } from 'xstate';
import type { GeneralSettings } from '../../../contract/entities/settings.ts';
import { messages } from '../../../contract/messages.ts';
import { changesPay } from '../../../contract/rules/commission/config/changesPay.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { getFieldErrors, toFailure, toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** An unpublished draft found in the browser, and the version of the settings that it changes. */
export type KeptDraft = Readonly<{ text: string; version: number | null }>;
type Publication = Readonly<{ companyName: string; commissionsConfig: string; version: number | null }>;
/** `reviews`: whether the server offers impact reviews. */
type Input = Readonly<{ kept: KeptDraft | null; reviews: boolean }>;
type Context = Input & {
  settings: GeneralSettings | null;
  text: string;
  /** The version that the draft changes. */
  version: number | null;
  /** The text before the last removal of a clause, plan or entry. */
  beforeRemoval: string | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'settings.retry' }
  | { type: 'text.type'; text: string }
  | { type: 'part.remove'; text: string }
  | { type: 'removal.undo' }
  | { type: 'plans.reload' }
  | { type: 'draft.publish' }
  | { type: 'draft.discard' }
  | { type: 'review.close' }
  | { type: 'review.saved'; settings: GeneralSettings }
  | { type: 'error.dismiss' };

const t = messages.planBuilder;
const startDraft = (settings: GeneralSettings) => ({
  settings,
  text: settings.commissionsConfig,
  version: settings.version ?? null,
  beforeRemoval: null,
  error: null,
  fields: {},
});

/**
 * The plan builder's draft (decisions 2.35): one text that may be invalid while it is typed, shown as clauses or as JSON.
 * Normal path: loading → ready.pristine → changed → reviewing → pristine.
 * Never: lose typed text, publish a draft with errors, or overwrite plans that somebody else published.
 */
export const planBuilderMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input, tags: {} as 'unsaved' },
  actors: {
    loadGeneral: fromPromise<GeneralSettings>(missing('loadGeneral')),
    loadCurrent: fromPromise<GeneralSettings>(missing('loadCurrent')),
    saveGeneral: fromPromise<GeneralSettings, Publication>(missing('saveGeneral')),
  },
  guards: {
    isChanged: ({ context: { settings, text } }) => settings?.commissionsConfig !== text,
    needsReview: ({ context: { settings, text, reviews } }) =>
      reviews && parseConfig(text).config !== null && changesPay(settings?.commissionsConfig ?? '', text),
    isValid: ({ context: { text } }) => parseConfig(text).config !== null,
    hasRemoval: ({ context }) => context.beforeRemoval !== null,
  },
  actions: {
    setSettings: assign((_, { settings }: { settings: GeneralSettings }) => startDraft(settings)),
    /** Continues the draft found in the browser. */
    setLoaded: assign(({ context: { kept } }, { settings }: { settings: GeneralSettings }) => ({
      ...startDraft(settings),
      ...(kept === null ? {} : { text: kept.text, version: kept.version }),
    })),
    /** The plans in use now; the draft is compared with them and then changes them. */
    setCurrent: assign((_, { settings }: { settings: GeneralSettings }) => ({
      settings,
      version: settings.version ?? null,
      error: null,
      fields: {},
    })),
    setLoadError: assign({ error: (_, { error }: { error: unknown }) => toFailureMessage({ error, fallback: t.loadFailed }) }),
    setText: assign((_, params: { text: string }) => ({ text: params.text, beforeRemoval: null, error: null, fields: {} })),
    removePart: assign(({ context }, params: { text: string }) => ({
      text: params.text,
      beforeRemoval: context.text,
      error: null,
      fields: {},
    })),
    undoRemoval: assign(({ context }) => ({ text: context.beforeRemoval ?? context.text, beforeRemoval: null })),
    discardDraft: assign(({ context: { settings } }) => (settings ? startDraft(settings) : {})),
    setError: assign((_, { error }: { error: unknown }) => ({
      error: toFailure({ error, fallback: t.failed }).message,
      fields: getFieldErrors(error),
    })),
    forgetError: assign({ error: null, fields: {} }),
    /** Stores the draft in the browser. */
    keepDraft: () => {},
    forgetDraft: () => {},
    reportDraftBack: () => {},
    reportPublished: () => {},
  },
}).createMachine({
  id: 'planBuilder',
  context: ({ input }) => ({
    ...input,
    settings: null,
    text: '',
    version: null,
    beforeRemoval: null,
    error: null,
    fields: {},
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The plans in use are on their way.',
      invoke: {
        id: 'loadGeneral',
        src: 'loadGeneral',
        onDone: {
          target: 'ready',
          actions: [{ type: 'setLoaded', params: ({ event }) => ({ settings: event.output }) }, 'reportDraftBack'],
        },
        onError: { target: 'failed', actions: withError('setLoadError') },
      },
    },
    failed: {
      description: "The plans couldn't be loaded; the user can try again.",
      on: { 'settings.retry': { target: 'loading', actions: 'forgetError' } },
    },
    ready: {
      description: 'The draft is on the screen and can be edited.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Passes at once: the draft equals the plans in use or differs from them.',
          always: [{ guard: 'isChanged', target: 'changed' }, { target: 'pristine' }],
        },
        pristine: {
          description: 'The draft equals the plans in use, so there is nothing to publish.',
          entry: 'forgetDraft',
          on: {
            'text.type': { target: 'deciding', actions: withEvent('setText') },
            'part.remove': { target: 'deciding', actions: withEvent('removePart') },
            'removal.undo': { guard: 'hasRemoval', target: 'deciding', actions: 'undoRemoval' },
          },
        },
        changed: {
          description: 'The draft differs from the plans in use. It is kept in the browser, and can be published once it has no error.',
          tags: 'unsaved',
          entry: 'keepDraft',
          on: {
            'text.type': { target: 'deciding', actions: withEvent('setText') },
            'part.remove': { target: 'deciding', actions: withEvent('removePart') },
            'removal.undo': { guard: 'hasRemoval', target: 'deciding', actions: 'undoRemoval' },
            'draft.discard': { target: 'pristine', actions: 'discardDraft' },
            'plans.reload': 'comparing',
            'draft.publish': [
              { guard: 'needsReview', target: 'reviewing', actions: 'forgetError' },
              { guard: 'isValid', target: 'saving', actions: 'forgetError' },
            ],
          },
        },
        comparing: {
          description: 'The plans in use are read again, to compare the draft with them.',
          tags: 'unsaved',
          invoke: {
            id: 'loadCurrent',
            src: 'loadCurrent',
            onDone: { target: 'deciding', actions: { type: 'setCurrent', params: ({ event }) => ({ settings: event.output }) } },
            onError: { target: 'changed', actions: withError('setLoadError') },
          },
        },
        reviewing: {
          description: 'The effect of the draft on pay is reviewed, with its first day, before it is published.',
          tags: 'unsaved',
          on: {
            'review.close': 'changed',
            'review.saved': { target: 'pristine', actions: [withEvent('setSettings'), 'reportPublished'] },
          },
        },
        saving: {
          description: 'A draft that changes no pay is on its way to the server.',
          tags: 'unsaved',
          invoke: {
            id: 'saveGeneral',
            src: 'saveGeneral',
            input: ({ context: { settings, text, version } }) => ({
              companyName: settings?.companyName ?? '',
              commissionsConfig: text,
              version,
            }),
            onDone: {
              target: 'pristine',
              actions: [{ type: 'setSettings', params: ({ event }) => ({ settings: event.output }) }, 'reportPublished'],
            },
            onError: { target: 'changed', actions: withError('setError') },
          },
        },
      },
      on: { 'error.dismiss': { actions: 'forgetError' } },
    },
  },
});
