import { assign, fromPromise, setup } from 'xstate';
import type { PlanDraftDetail, PlanDraftText } from '../../../contract/entities/planDraft.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { canChangePay } from '../../../contract/rules/commission/config/changesPay.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { parseRefusal } from '../support/conflict.ts';
import { getFieldErrors, isUnanswered, toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** Unsaved text found in the browser, and the revision it is based on. */
export type KeptText = Readonly<{ text: string; revision: number }>;
type Input = Readonly<{ id: string; kept: KeptText | null }>;
type LoadedDraft = Readonly<{ draft: PlanDraftDetail }>;
type SaveRequest = Readonly<{ id: string; text: string; revision: number }>;
type Context = Input & {
  /** The draft as last stored, with the plans it is based on and those in use. */
  draft: PlanDraftDetail | null;
  text: string;
  /** The revision that the text is based on. */
  revision: number;
  /** The draft with another person's text, which conflicts with this one. */
  theirs: PlanDraftText | null;
  /** The text before the last removal of a clause, plan or entry. */
  beforeRemoval: string | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'draft.retry' }
  | { type: 'text.type'; text: string }
  | { type: 'part.remove'; text: string }
  | { type: 'removal.undo' }
  | { type: 'mine.keep' }
  | { type: 'theirs.take' }
  | { type: 'plans.reload' }
  | { type: 'base.take' }
  | { type: 'draft.publish' }
  | { type: 'review.close' }
  | { type: 'review.saved' }
  | { type: 'error.dismiss' };

const t = messages.planBuilder;
const withRead = <Type extends string>(type: Type) => ({
  type,
  params: ({ event }: { event: { output: PlanDraftDetail } }): LoadedDraft => ({ draft: event.output }),
});
const noErrors = { error: null, fields: {} };
const edits = {
  'text.type': { target: 'deciding', actions: withEvent('setText') },
  'part.remove': { target: 'deciding', actions: withEvent('removePart') },
  'removal.undo': { guard: 'hasRemoval', target: 'deciding', actions: 'undoRemoval' },
} as const;
/** The text may change while the machine waits for the server or the user; it is saved afterwards. */
const editsMeanwhile = {
  'text.type': { actions: [withEvent('setText'), 'keepText'] },
  'part.remove': { actions: [withEvent('removePart'), 'keepText'] },
  'removal.undo': { guard: 'hasRemoval', actions: ['undoRemoval', 'keepText'] },
} as const;

/**
 * A draft of the plans (decisions 2.35, 2.36): one text that may be invalid while it is typed, saved shortly after the last keystroke.
 * Normal path: loading → ready.saved → typing → sending → saved → reviewing → rereading → closed.
 * Never: lose typed text, overwrite another user's text unless the user chooses to, or publish text that is not stored.
 */
export const planBuilderMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input, tags: {} as 'unsaved' },
  actors: {
    loadDraft: fromPromise<PlanDraftDetail, { id: string }>(missing('loadDraft')),
    readAgain: fromPromise<PlanDraftDetail, { id: string }>(missing('readAgain')),
    saveDraft: fromPromise<PlanDraftText, SaveRequest>(missing('saveDraft')),
    rebaseDraft: fromPromise<PlanDraftText, { id: string; version: number; revision: number }>(missing('rebaseDraft')),
    publishDraft: fromPromise<PlanDraftText, { id: string; revision: number }>(missing('publishDraft')),
  },
  guards: {
    isClosed: ({ context: { draft } }) => draft?.state !== 'draft',
    isStored: ({ context: { draft, text } }) => draft?.commissionsConfig === text,
    continuesKept: ({ context: { kept } }, { draft }: LoadedDraft) => kept !== null && draft.state === 'draft',
    hasRemoval: ({ context }) => context.beforeRemoval !== null,
    isConflict: (_, { error }: { error: unknown }) => parseRefusal(error).code === 'stale_draft' && parseRefusal(error).current !== null,
    isClosedElsewhere: (_, { error }: { error: unknown }) => ['draft_published', 'draft_archived'].includes(parseRefusal(error).code ?? ''),
    isUnanswered: (_, { error }: { error: unknown }) => isUnanswered(error),
    hasNewPlans: ({ context: { draft } }) => draft !== null && draft.in_use.version !== draft.base_version,
    needsReview: ({ context: { draft, text } }) =>
      draft?.in_use.commissionsConfig !== text &&
      parseConfig(text).config !== null &&
      canChangePay(draft?.in_use.commissionsConfig ?? '', text),
    isPublishable: ({ context: { draft, text } }) => draft?.in_use.commissionsConfig !== text && parseConfig(text).config !== null,
  },
  actions: {
    setLoaded: assign((_, { draft }: LoadedDraft) => ({ draft, text: draft.commissionsConfig, revision: draft.revision, kept: null })),
    /** Continues the text found in the browser. */
    setKept: assign(({ context: { kept } }, { draft }: LoadedDraft) => ({
      draft,
      text: kept?.text ?? draft.commissionsConfig,
      revision: kept && kept.text !== draft.commissionsConfig ? kept.revision : draft.revision,
      kept: null,
    })),
    /** Takes the newest draft, but keeps typed text that can still be saved, with the revision it is based on. */
    setRead: assign(({ context: { draft, text } }, { draft: newest }: LoadedDraft) => {
      const isTyped = newest.state === 'draft' && text !== draft?.commissionsConfig && text !== newest.commissionsConfig;
      if (isTyped) return { draft: newest };
      const isSame = text === newest.commissionsConfig;
      return {
        draft: newest,
        text: newest.commissionsConfig,
        revision: newest.revision,
        ...(isSame ? {} : { beforeRemoval: null }),
      };
    }),
    /** Used when the text on the screen is the stored one. */
    setRevision: assign({ revision: ({ context: { draft, revision } }) => draft?.revision ?? revision }),
    setStored: assign(({ context }, { stored }: { stored: PlanDraftText }) => ({
      draft: context.draft ? { ...context.draft, ...stored } : null,
      revision: stored.revision,
      ...noErrors,
    })),
    setBased: assign(({ context: { draft } }, { stored }: { stored: PlanDraftText }) => ({
      draft: draft ? { ...draft, base_version: stored.base_version, base: draft.in_use } : null,
      ...noErrors,
    })),
    setText: assign((_, params: { text: string }) => ({ text: params.text, beforeRemoval: null, ...noErrors })),
    removePart: assign(({ context }, params: { text: string }) => ({ text: params.text, beforeRemoval: context.text, ...noErrors })),
    undoRemoval: assign(({ context }) => ({ text: context.beforeRemoval ?? context.text, beforeRemoval: null })),
    setTheirs: assign((_, { error }: { error: unknown }) => ({
      theirs: parseRefusal<PlanDraftText>(error).current,
      error: toFailureMessage({ error, fallback: t.saveFailed }),
      fields: {},
    })),
    keepMine: assign(({ context: { theirs, draft, revision } }) => ({
      revision: theirs?.revision ?? revision,
      draft: draft && theirs ? { ...draft, ...theirs } : draft,
      theirs: null,
      ...noErrors,
    })),
    takeTheirs: assign(({ context: { theirs, draft, text } }) => ({
      text: theirs?.commissionsConfig ?? text,
      revision: theirs?.revision ?? 0,
      draft: draft && theirs ? { ...draft, ...theirs } : draft,
      beforeRemoval: null,
      theirs: null,
      ...noErrors,
    })),
    setLoadError: assign({ error: (_, { error }: { error: unknown }) => toFailureMessage({ error, fallback: t.loadFailed }) }),
    setSaveError: assign((_, { error }: { error: unknown }) => ({
      error: toFailureMessage({ error, fallback: t.saveFailed }),
      fields: getFieldErrors(error),
    })),
    setPublishError: assign((_, { error }: { error: unknown }) => ({
      error: toFailureMessage({ error, fallback: t.failed }),
      fields: getFieldErrors(error),
    })),
    forgetError: assign(noErrors),
    /** Stores the text in the browser until the server has it. */
    keepText: () => {},
    forgetText: () => {},
    reportTextBack: () => {},
    reportPublished: () => {},
  },
  delays: { saveDelay: limits.planDrafts.saveDelayMs, retryDelay: limits.planDrafts.retryMs },
}).createMachine({
  id: 'planBuilder',
  context: ({ input }) => ({ ...input, draft: null, text: '', revision: 0, theirs: null, beforeRemoval: null, ...noErrors }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The draft is on its way, with the plans that it changes and the plans in use.',
      invoke: {
        id: 'loadDraft',
        src: 'loadDraft',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          { guard: withRead('continuesKept'), target: 'ready', actions: [withRead('setKept'), 'reportTextBack'] },
          { target: 'ready', actions: withRead('setLoaded') },
        ],
        onError: { target: 'failed', actions: withError('setLoadError') },
      },
    },
    failed: {
      description: "The draft couldn't be loaded; the user can try again.",
      on: { 'draft.retry': { target: 'loading', actions: 'forgetError' } },
    },
    ready: {
      description: 'The draft is open.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decision point: the draft is closed, stored as it is on the screen, or still has to be saved.',
          always: [
            { guard: 'isClosed', target: 'closed' },
            { guard: 'isStored', target: 'saved', actions: 'setRevision' },
            { target: 'typing' },
          ],
        },
        closed: { description: 'The draft was published or archived, so it can only be read.' },
        saved: {
          description: 'The server has the text; an administrator can publish it once it has no error and differs from the plans in use.',
          entry: 'forgetText',
          on: {
            ...edits,
            'plans.reload': 'rereading',
            'base.take': { guard: 'hasNewPlans', target: 'rebasing', actions: 'forgetError' },
            'draft.publish': [
              { guard: 'needsReview', target: 'reviewing', actions: 'forgetError' },
              { guard: 'isPublishable', target: 'publishing', actions: 'forgetError' },
            ],
          },
        },
        typing: {
          description: 'The user is typing; the text is kept in the browser, and saved after a pause.',
          tags: 'unsaved',
          entry: 'keepText',
          after: { saveDelay: 'sending' },
          on: edits,
        },
        sending: {
          description: 'The text is being saved. Anything typed during this time is saved next.',
          tags: 'unsaved',
          on: editsMeanwhile,
          invoke: {
            id: 'saveDraft',
            src: 'saveDraft',
            input: ({ context: { id, text, revision } }) => ({ id, text, revision }),
            onDone: { target: 'deciding', actions: { type: 'setStored', params: ({ event }) => ({ stored: event.output }) } },
            onError: [
              { guard: withError('isConflict'), target: 'conflicted', actions: withError('setTheirs') },
              { guard: withError('isClosedElsewhere'), target: 'rereading', actions: withError('setSaveError') },
              { guard: withError('isUnanswered'), target: 'unsent', actions: withError('setSaveError') },
              { target: 'refused', actions: withError('setSaveError') },
            ],
          },
        },
        unsent: {
          description: "The text couldn't be saved; it is kept in the browser, and sent again after a while or after the next keystroke.",
          tags: 'unsaved',
          after: { retryDelay: 'sending' },
          on: edits,
        },
        refused: {
          description: 'The server refused the text, for example because it is too large.',
          tags: 'unsaved',
          on: edits,
        },
        conflicted: {
          description: 'Another person has changed the draft. The user compares both texts and chooses one.',
          tags: 'unsaved',
          entry: 'keepText',
          on: {
            ...editsMeanwhile,
            'mine.keep': { target: 'sending', actions: 'keepMine' },
            'theirs.take': { target: 'deciding', actions: 'takeTheirs' },
          },
        },
        rereading: {
          description: 'The draft and the plans in use are read again. Typed text stays, unless the draft was closed.',
          on: editsMeanwhile,
          invoke: {
            id: 'readAgain',
            src: 'readAgain',
            input: ({ context }) => ({ id: context.id }),
            onDone: { target: 'deciding', actions: withRead('setRead') },
            onError: { target: 'deciding', actions: withError('setLoadError') },
          },
        },
        rebasing: {
          description: 'The draft was compared with newer plans, and is being based on them.',
          on: editsMeanwhile,
          invoke: {
            id: 'rebaseDraft',
            src: 'rebaseDraft',
            input: ({ context: { id, draft, revision } }) => ({ id, version: draft?.in_use.version ?? 0, revision }),
            onDone: { target: 'deciding', actions: { type: 'setBased', params: ({ event }) => ({ stored: event.output }) } },
            onError: { target: 'rereading', actions: withError('setSaveError') },
          },
        },
        reviewing: {
          description: 'The effect of the draft on pay is reviewed, with its first day, before it is published.',
          on: { ...editsMeanwhile, 'review.close': 'rereading', 'review.saved': { target: 'rereading', actions: 'reportPublished' } },
        },
        publishing: {
          description: 'A draft that changes no pay is on its way to the server.',
          on: editsMeanwhile,
          invoke: {
            id: 'publishDraft',
            src: 'publishDraft',
            input: ({ context: { id, revision } }) => ({ id, revision }),
            onDone: { target: 'rereading', actions: 'reportPublished' },
            onError: { target: 'rereading', actions: withError('setPublishError') },
          },
        },
      },
      on: { 'error.dismiss': { actions: 'forgetError' } },
    },
  },
});
