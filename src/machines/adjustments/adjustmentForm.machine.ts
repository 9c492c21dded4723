import { assign, fromPromise, setup } from 'xstate';
import type { Adjustment, AdjustmentBody } from '../../../contract/entities/adjustment.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { failureOf, fieldErrorsOf, statusOf } from '../support/failure.ts';
import { ofError, ofEvent } from '../support/params.ts';
import { currentOf, isConflict, isEnded, isKeyUsed, isOver, isUnanswered, says } from './adjustmentConflict.ts';

export type Edited = Readonly<{ id: string; version: number | null }>;
type Context = {
  /** What is edited, null where one is created. */
  edited: Edited | null;
  /** One key for one opened form: sent twice, it is still one adjustment. */
  key: string;
  body: AdjustmentBody | null;
  /** Why it is voided. */
  reason: string;
  /** What was sent and never answered: it may have been saved. */
  unsure: AdjustmentBody | 'void' | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
  /** What the server has now, after somebody else, or an answer that was lost, changed it. */
  newest: Adjustment | null;
  saved: Adjustment | null;
};

type Events =
  | { type: 'form.submit'; body: AdjustmentBody }
  | { type: 'delete.ask' }
  | { type: 'delete.confirmed'; reason: string }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' }
  | { type: 'newest.take' };

const text = messages.adjustmentForm;
type Failed = { error: unknown };

/** The server's own sentence; without an answer, that it could not be reached and that what was typed is kept. */
const sentenceOf = (error: unknown): string =>
  isKeyUsed(error)
    ? text.firstSaved
    : failureOf({ error, fallback: statusOf(error) === null ? messages.network.offline : text.failed }).message;

/**
 * The adjustment modal: create, edit, void (spec 2.38, 5.02, 9.07; decisions 2 "Adjustments").
 * Normal path: open.editing → saving (half a second and the call, both) → saved.
 * Somebody else was faster, or an answer was lost: what is saved stands beside what was typed (`conflicted`), or can be edited no more (`ended`).
 * Never: close before the server answered, send one form as two adjustments, lose what was typed, or overwrite what the editor has not seen.
 * Tag `unsaved`: what is typed, if anything is, exists nowhere else.
 */
export const adjustmentFormMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { edited: Edited | null; key: string },
    tags: {} as 'busy' | 'unsaved',
  },
  actors: {
    saveAdjustment: fromPromise<Adjustment, { edited: Edited | null; key: string; body: AdjustmentBody }>(() =>
      Promise.reject(new Error('saveAdjustment not provided')),
    ),
    voidAdjustment: fromPromise<void, { edited: Edited; reason: string }>(() => Promise.reject(new Error('voidAdjustment not provided'))),
    loadNewest: fromPromise<Adjustment, { id: string }>(() => Promise.reject(new Error('loadNewest not provided'))),
  },
  guards: {
    isEdit: ({ context }) => context.edited !== null,
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    /** The lost answer was a yes: what is asked again is there already. */
    isDone: ({ context }, { error }: Failed) => {
      const current = currentOf(error);
      return isConflict(error) && context.unsure !== null && current !== null && !isOver(current) && says(current, context.body);
    },
    /** What stands there is one's own lost try: what is typed now may follow it. */
    isOwn: ({ context }, { error }: Failed) => !isKeyUsed(error) && isConflict(error) && says(currentOf(error), context.unsure),
    isVoided: ({ context }, { error }: Failed) => context.unsure === 'void' && isConflict(error) && currentOf(error)?.state === 'void',
    hasEnded: (_, { error }: Failed) => {
      const current = currentOf(error);
      return isConflict(error) && current !== null && isEnded(current);
    },
    isShown: (_, { error }: Failed) => isConflict(error) && currentOf(error) !== null,
    isStale: ({ context }, { error }: Failed) => context.edited !== null && isConflict(error),
    isUnanswered: (_, { error }: Failed) => isUnanswered(error),
    isClosed: (_, { newest }: { newest: Adjustment }) => isEnded(newest),
  },
  actions: {
    keepBody: assign((_, params: { body: AdjustmentBody }) => ({ body: params.body, error: null, fields: {} })),
    keepReason: assign((_, params: { reason: string }) => ({ reason: params.reason, error: null, fields: {} })),
    keepSaved: assign({ saved: (_, params: { saved: Adjustment }) => params.saved }),
    keepDone: assign({ saved: (_, { error }: Failed) => currentOf(error) }),
    keepError: assign((_, { error }: Failed) => ({ error: sentenceOf(error), fields: fieldErrorsOf(error) })),
    keepUnsure: assign({ unsure: ({ context }) => context.body }),
    keepUnsureVoid: assign({ unsure: 'void' as const }),
    followOwn: assign((_, { error }: Failed) => {
      const current = currentOf(error);
      return { unsure: null, edited: current && { id: current.id, version: current.version ?? null } };
    }),
    keepNewest: assign((_, { newest }: { newest: Adjustment | null }) =>
      newest ? { newest, unsure: null, fields: {}, edited: { id: newest.id, version: newest.version ?? null } } : {},
    ),
    forgetError: assign({ error: null, fields: {} }),
    /** The browser's own questions; a yes comes back as `close.confirmed` and `delete.confirmed`. */
    askDiscard: () => {},
    askDelete: () => {},
    /** The list may hold what was never answered. */
    reportUnanswered: () => {},
    reportSaved: (_, _params: { saved: Adjustment | null }) => {},
    reportDeleted: (_, _params: { edited: Edited | null }) => {},
    reportClosed: () => {},
  },
  delays: { halfSecond: limits.modalDelayMs },
}).createMachine({
  id: 'adjustmentForm',
  context: ({ input }) => ({ ...input, body: null, reason: '', unsure: null, error: null, fields: {}, newest: null, saved: null }),
  initial: 'open',
  states: {
    open: {
      tags: 'unsaved',
      initial: 'editing',
      states: {
        editing: {
          on: { 'form.submit': { target: '#adjustmentForm.saving', actions: ofEvent('keepBody') } },
        },
        failed: {
          on: { 'form.submit': { target: '#adjustmentForm.saving', actions: ofEvent('keepBody') } },
        },
        // Both are in sight: saved again, mine follows theirs.
        conflicted: {
          on: {
            'form.submit': { target: '#adjustmentForm.saving', actions: ofEvent('keepBody') },
            'newest.take': { target: 'editing', actions: 'forgetError' },
          },
        },
        // It was voided, rejected, or its month was closed: what was typed stays in sight until one closes.
        ended: {},
      },
      on: {
        'close.ask': [{ guard: ofEvent('isDirty'), actions: 'askDiscard' }, { target: 'closed' }],
        'close.confirmed': 'closed',
        'delete.ask': { guard: 'isEdit', actions: 'askDelete' },
        'delete.confirmed': { guard: 'isEdit', target: 'deleting', actions: ofEvent('keepReason') },
      },
    },
    saving: {
      tags: ['busy', 'unsaved'],
      type: 'parallel',
      states: {
        call: {
          initial: 'running',
          states: {
            running: {
              invoke: {
                id: 'saveAdjustment',
                src: 'saveAdjustment',
                input: ({ context: { edited, key, body } }) => ({ edited, key, body: body as AdjustmentBody }),
                onDone: { target: 'answered', actions: { type: 'keepSaved', params: ({ event }) => ({ saved: event.output }) } },
                onError: [
                  {
                    guard: ofError('isDone'),
                    target: 'answered',
                    actions: ofError('keepDone'),
                  },
                  {
                    guard: ofError('hasEnded'),
                    target: '#adjustmentForm.open.ended',
                    actions: [ofError('keepError'), { type: 'keepNewest', params: ({ event }) => ({ newest: currentOf(event.error) }) }],
                  },
                  {
                    guard: ofError('isOwn'),
                    target: '#adjustmentForm.saving',
                    reenter: true,
                    actions: ofError('followOwn'),
                  },
                  {
                    guard: ofError('isShown'),
                    target: '#adjustmentForm.open.conflicted',
                    actions: [ofError('keepError'), { type: 'keepNewest', params: ({ event }) => ({ newest: currentOf(event.error) }) }],
                  },
                  {
                    guard: ofError('isStale'),
                    target: '#adjustmentForm.loadingNewest',
                    actions: ofError('keepError'),
                  },
                  {
                    guard: ofError('isUnanswered'),
                    target: '#adjustmentForm.open.failed',
                    actions: ['keepUnsure', ofError('keepError'), 'reportUnanswered'],
                  },
                  {
                    target: '#adjustmentForm.open.failed',
                    actions: ofError('keepError'),
                  },
                ],
              },
            },
            answered: { type: 'final' },
          },
        },
        pause: { initial: 'pausing', states: { pausing: { after: { halfSecond: 'paused' } }, paused: { type: 'final' } } },
      },
      onDone: 'saved',
    },
    deleting: {
      tags: 'busy',
      type: 'parallel',
      states: {
        call: {
          initial: 'running',
          states: {
            running: {
              invoke: {
                id: 'voidAdjustment',
                src: 'voidAdjustment',
                input: ({ context }) => ({ edited: context.edited as Edited, reason: context.reason }),
                onDone: 'answered',
                onError: [
                  { guard: ofError('isVoided'), target: 'answered' },
                  {
                    guard: ofError('hasEnded'),
                    target: '#adjustmentForm.open.ended',
                    actions: [ofError('keepError'), { type: 'keepNewest', params: ({ event }) => ({ newest: currentOf(event.error) }) }],
                  },
                  {
                    guard: ofError('isShown'),
                    target: '#adjustmentForm.open.conflicted',
                    actions: [ofError('keepError'), { type: 'keepNewest', params: ({ event }) => ({ newest: currentOf(event.error) }) }],
                  },
                  {
                    guard: ofError('isStale'),
                    target: '#adjustmentForm.loadingNewest',
                    actions: ofError('keepError'),
                  },
                  {
                    guard: ofError('isUnanswered'),
                    target: '#adjustmentForm.open.failed',
                    actions: ['keepUnsureVoid', ofError('keepError'), 'reportUnanswered'],
                  },
                  {
                    target: '#adjustmentForm.open.failed',
                    actions: ofError('keepError'),
                  },
                ],
              },
            },
            answered: { type: 'final' },
          },
        },
        pause: { initial: 'pausing', states: { pausing: { after: { halfSecond: 'paused' } }, paused: { type: 'final' } } },
      },
      onDone: 'deleted',
    },
    loadingNewest: {
      tags: ['busy', 'unsaved'],
      invoke: {
        id: 'loadNewest',
        src: 'loadNewest',
        input: ({ context }) => ({ id: context.edited?.id ?? '' }),
        onDone: [
          {
            guard: { type: 'isClosed', params: ({ event }) => ({ newest: event.output }) },
            target: 'open.ended',
            actions: { type: 'keepNewest', params: ({ event }) => ({ newest: event.output }) },
          },
          { target: 'open.conflicted', actions: { type: 'keepNewest', params: ({ event }) => ({ newest: event.output }) } },
        ],
        // What was refused stays said; saved again, it is asked for again.
        onError: 'open.failed',
      },
    },
    saved: { entry: { type: 'reportSaved', params: ({ context }) => ({ saved: context.saved }) } },
    deleted: { entry: { type: 'reportDeleted', params: ({ context }) => ({ edited: context.edited }) } },
    closed: { entry: 'reportClosed' },
  },
});
