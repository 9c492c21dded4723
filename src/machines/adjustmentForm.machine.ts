import { assign, fromPromise, setup } from 'xstate';
import type { Adjustment, AdjustmentBody } from '../../contract/entities/adjustment.ts';
import { limits } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { failureOf, fieldErrorsOf, statusOf } from './failure.ts';

export type Edited = Readonly<{ id: string; version: number | null }>;
type Context = {
  /** What is edited, null where one is created. */
  edited: Edited | null;
  /** One key for one opened form: sent twice, it is still one adjustment. */
  key: string;
  body: AdjustmentBody | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
  /** What the server has now, after somebody else changed it. */
  newest: Adjustment | null;
  saved: Adjustment | null;
};

type Events =
  | { type: 'form.submit'; body: AdjustmentBody }
  | { type: 'delete.ask' }
  | { type: 'delete.confirmed' }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' }
  | { type: 'newest.load' };

const readCode = (error: unknown): unknown => {
  const data: unknown = error instanceof Object ? Reflect.get(error, 'data') : undefined;
  return data instanceof Object ? Reflect.get(data, 'code') : undefined;
};
const isStaleError = (error: unknown): boolean => statusOf(error) === 409 && readCode(error) !== 'period_closed';

/** The server's own sentence; without an answer, that it could not be reached and that what was typed is kept. */
const sentenceOf = (error: unknown): string =>
  failureOf({ error, fallback: statusOf(error) === null ? messages.network.offline : messages.adjustmentForm.failed }).message;

/**
 * The adjustment modal: create, edit, void (spec 2.38, 5.02, 9.07; decisions 2 "Adjustments").
 * Normal path: open.editing → saving (half a second and the call, both) → saved.
 * Never: close before the server answered, send one form as two adjustments, lose what was typed, or overwrite somebody else's edit.
 */
export const adjustmentFormMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { edited: Edited | null; key: string }, tags: {} as 'busy' },
  actors: {
    saveAdjustment: fromPromise<Adjustment, { edited: Edited | null; key: string; body: AdjustmentBody }>(() =>
      Promise.reject(new Error('saveAdjustment not provided')),
    ),
    voidAdjustment: fromPromise<void, { edited: Edited }>(() => Promise.reject(new Error('voidAdjustment not provided'))),
    loadNewest: fromPromise<Adjustment, { id: string }>(() => Promise.reject(new Error('loadNewest not provided'))),
  },
  guards: {
    isEdit: ({ context }) => context.edited !== null,
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    isStale: ({ context }, params: { error: unknown }) => context.edited !== null && isStaleError(params.error),
  },
  actions: {
    keepBody: assign((_, params: { body: AdjustmentBody }) => ({ body: params.body, error: null, fields: {} })),
    keepSaved: assign({ saved: (_, params: { saved: Adjustment }) => params.saved }),
    keepError: assign((_, params: { error: unknown }) => ({ error: sentenceOf(params.error), fields: fieldErrorsOf(params.error) })),
    keepNewest: assign((_, params: { newest: Adjustment }) => ({
      newest: params.newest,
      edited: { id: params.newest.id, version: params.newest.version ?? null },
      error: null,
      fields: {},
    })),
    forgetError: assign({ error: null, fields: {} }),
    /** The browser's own questions; a yes comes back as `close.confirmed` and `delete.confirmed`. */
    askDiscard: () => {},
    askDelete: () => {},
    reportSaved: (_, _params: { saved: Adjustment | null }) => {},
    reportDeleted: (_, _params: { edited: Edited | null }) => {},
    reportClosed: () => {},
  },
  delays: { halfSecond: limits.modalDelayMs },
}).createMachine({
  id: 'adjustmentForm',
  context: ({ input }) => ({ ...input, body: null, error: null, fields: {}, newest: null, saved: null }),
  initial: 'open',
  states: {
    open: {
      initial: 'editing',
      states: {
        editing: {
          on: { 'form.submit': { target: '#adjustmentForm.saving', actions: { type: 'keepBody', params: ({ event }) => event } } },
        },
        failed: {
          on: { 'form.submit': { target: '#adjustmentForm.saving', actions: { type: 'keepBody', params: ({ event }) => event } } },
        },
        // Sent again it would be refused again: only the newest version can be edited.
        conflicted: { on: { 'newest.load': '#adjustmentForm.loadingNewest' } },
      },
      on: {
        'close.ask': [{ guard: { type: 'isDirty', params: ({ event }) => event }, actions: 'askDiscard' }, { target: 'closed' }],
        'close.confirmed': 'closed',
        'delete.ask': { guard: 'isEdit', actions: 'askDelete' },
        'delete.confirmed': { guard: 'isEdit', target: 'deleting', actions: 'forgetError' },
      },
    },
    saving: {
      tags: 'busy',
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
                    guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) },
                    target: '#adjustmentForm.open.conflicted',
                    actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
                  },
                  {
                    target: '#adjustmentForm.open.failed',
                    actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
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
                input: ({ context }) => ({ edited: context.edited as Edited }),
                onDone: 'answered',
                onError: [
                  {
                    guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) },
                    target: '#adjustmentForm.open.conflicted',
                    actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
                  },
                  {
                    target: '#adjustmentForm.open.failed',
                    actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
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
      tags: 'busy',
      invoke: {
        id: 'loadNewest',
        src: 'loadNewest',
        input: ({ context }) => ({ id: context.edited?.id ?? '' }),
        onDone: { target: 'open', actions: { type: 'keepNewest', params: ({ event }) => ({ newest: event.output }) } },
        onError: { target: 'open.conflicted', actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    saved: { entry: { type: 'reportSaved', params: ({ context }) => ({ saved: context.saved }) } },
    deleted: { entry: { type: 'reportDeleted', params: ({ context }) => ({ edited: context.edited }) } },
    closed: { entry: 'reportClosed' },
  },
});
