import { assign, fromPromise, setup } from 'xstate';
import type { Deal } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { refusalOf } from '../support/conflict.ts';
import { fieldErrorsOf, sentenceOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** What is typed, by field: of a deal, of its notes, or why it was lost. */
export type DealBody = Readonly<Record<string, string>>;
/** Whom a save is about: null for a new deal. */
export type EditedDeal = Readonly<{ id: string; version: number }>;
type Context = {
  edited: EditedDeal | null;
  body: DealBody;
  /** What the server has now, after another save of the same deal. */
  newest: Deal | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'form.submit'; body: DealBody }
  | { type: 'newest.take' }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' };

/** The 409 of a save that started from an older version; it brings the newest. */
const conflictOf = (error: unknown): Deal | null => {
  const { code, current } = refusalOf<Deal>(error);
  return code === 'stale_version' ? current : null;
};

/**
 * A dialog of a deal: New, Edit, Notes, Mark as Lost (decisions 2.17).
 * Normal path: open.editing → saving → saved. Somebody else was faster: what was typed stays, and the next save starts from their version.
 * Never: close before the server answered, lose what was typed, or overwrite what the editor was not told of.
 * Tag `unsaved`: what is typed, if anything is, exists nowhere else.
 */
export const dealFormMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { edited: EditedDeal | null }, tags: {} as 'busy' | 'unsaved' },
  actors: { saveDeal: fromPromise<Deal, { edited: EditedDeal | null; body: DealBody }>(missing('saveDeal')) },
  guards: {
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    isStale: (_, { error }: { error: unknown }) => conflictOf(error) !== null,
  },
  actions: {
    keepBody: assign((_, params: { body: DealBody }) => ({ body: params.body, error: null, fields: {} })),
    keepError: assign((_, { error }: { error: unknown }) => ({
      error: sentenceOf({ error, fallback: messages.dealForm.failed }),
      fields: fieldErrorsOf(error),
    })),
    keepNewest: assign((_, { error }: { error: unknown }) => {
      const newest = conflictOf(error);
      return {
        newest,
        ...(newest ? { edited: { id: newest.id, version: newest.version } } : {}),
        error: sentenceOf({ error, fallback: messages.dealForm.failed }),
        fields: {},
      };
    }),
    forgetError: assign({ error: null, fields: {} }),
    /** The browser's own question; a yes comes back as `close.confirmed`. */
    askDiscard: () => {},
    reportSaved: (_, _params: { deal: Deal }) => {},
    reportClosed: () => {},
  },
}).createMachine({
  id: 'dealForm',
  context: ({ input }) => ({ ...input, body: {}, newest: null, error: null, fields: {} }),
  initial: 'open',
  states: {
    open: {
      tags: 'unsaved',
      initial: 'editing',
      states: {
        editing: {},
        failed: {},
        conflicted: { on: { 'newest.take': { target: 'editing', actions: 'forgetError' } } },
      },
      on: {
        'form.submit': { target: 'saving', actions: ofEvent('keepBody') },
        'close.ask': [{ guard: ofEvent('isDirty'), actions: 'askDiscard' }, { target: 'closed' }],
        'close.confirmed': 'closed',
      },
    },
    saving: {
      tags: ['busy', 'unsaved'],
      invoke: {
        id: 'saveDeal',
        src: 'saveDeal',
        input: ({ context: { edited, body } }) => ({ edited, body }),
        onDone: { target: 'saved', actions: { type: 'reportSaved', params: ({ event }) => ({ deal: event.output }) } },
        onError: [
          { guard: ofError('isStale'), target: 'open.conflicted', actions: ofError('keepNewest') },
          { target: 'open.failed', actions: ofError('keepError') },
        ],
      },
    },
    saved: {},
    closed: { entry: 'reportClosed' },
  },
});
