import { and, assign, fromPromise, setup, stateIn } from 'xstate';
import type { Adjustment, AdjustmentBody } from '../../../contract/entities/adjustment.ts';
import { missing } from '../support/missing.ts';
import { withEvent } from '../support/params.ts';
import { pausedCallMachine } from '../support/pausedCall.machine.ts';
import { type AdjustmentRefusal, type AdjustmentRequest, type ConflictKind, isAdjustmentEnded, readRefusal } from './adjustmentConflict.ts';

/** The target of an adjustment: an invoice or a person (decisions 2.25). */
export type AdjustmentSubject = 'invoice' | 'person';
export type EditTarget = Readonly<{ id: string; version: number | null }>;
export type SaveAdjustmentInput = Readonly<{ edited: EditTarget | null; key: string; body: AdjustmentBody }>;
export type VoidAdjustmentInput = Readonly<{ edited: EditTarget; reason: string }>;
type Input = {
  /** The edited adjustment; null for a new one. */
  edited: EditTarget | null;
  /** One idempotency key per opened form: sending it twice creates one adjustment. */
  key: string;
  /** The subject when the form opens. */
  subject: AdjustmentSubject;
  /** True if a new adjustment may also be for a person. */
  canChooseSubject: boolean;
};
type Context = Input & {
  body: AdjustmentBody | null;
  /** The reason for voiding. */
  reason: string;
  /** The last request without a response: it may have been saved. */
  unanswered: AdjustmentRequest | null;
  /** The refusal being resolved. */
  refusal: AdjustmentRefusal | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
  /** The server's current version, after another user's change or a save without a response. */
  newest: Adjustment | null;
  saved: Adjustment | null;
};

type Events =
  | { type: 'invoice.choose' }
  | { type: 'person.choose' }
  | { type: 'form.submit'; body: AdjustmentBody }
  | { type: 'delete.ask' }
  | { type: 'delete.confirmed'; reason: string }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' }
  | { type: 'newest.take' };

const toEdited = (row: Adjustment): EditTarget => ({ id: row.id, version: row.version ?? null });
const withNewest = (newest: Adjustment) => ({ newest, unanswered: null, fields: {}, edited: toEdited(newest) });

/**
 * The adjustment modal: create, edit, void (spec 2.38, 5.02, 9.07; decisions 2.10), for an invoice or for a person (decisions 2.25).
 * Normal path: open.editing → saving (until the call returns, at least half a second) → saved.
 * Never: close before the server responds, save one form as two adjustments, lose input, or overwrite a version the editor has not seen.
 * Tag `unsaved`: the input, if any, exists nowhere else.
 */
export const adjustmentFormMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as Input,
    tags: {} as 'busy' | 'unsaved',
  },
  actors: {
    /** Input `SaveAdjustmentInput`; returns the adjustment. */
    saveAdjustment: pausedCallMachine,
    /** Input `VoidAdjustmentInput`. */
    voidAdjustment: pausedCallMachine,
    loadNewest: fromPromise<Adjustment, { id: string }>(missing('loadNewest')),
  },
  guards: {
    isForPerson: ({ context }) => context.subject === 'person',
    /** Once a request may have been saved, the subject can no longer change. */
    isChoosable: ({ context: { canChooseSubject, edited, unanswered } }) => canChooseSubject && edited === null && unanswered === null,
    isOpen: stateIn({ form: 'open' }),
    isEdit: ({ context }) => context.edited !== null,
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    isConflict: ({ context }, { kind }: { kind: ConflictKind }) => context.refusal?.kind === kind,
    isClosed: (_, { newest }: { newest: Adjustment }) => isAdjustmentEnded(newest),
  },
  actions: {
    setBody: assign((_, params: { body: AdjustmentBody }) => ({ body: params.body, error: null, fields: {} })),
    setReason: assign((_, params: { reason: string }) => ({ reason: params.reason, error: null, fields: {} })),
    setSaved: assign({ saved: (_, params: { saved: Adjustment }) => params.saved }),
    setRefusal: assign({
      refusal: ({ context: { edited, unanswered } }, { error, sent }: { error: unknown; sent: AdjustmentRequest }) =>
        readRefusal(error, { isEdit: edited !== null, sent, unanswered }),
    }),
    takeSaved: assign({ saved: ({ context }) => context.refusal?.current ?? null }),
    showError: assign(({ context: { refusal } }) => ({ error: refusal?.error ?? null, fields: refusal?.fields ?? {} })),
    showTheirs: assign(({ context: { refusal } }) => (refusal?.current ? withNewest(refusal.current) : {})),
    setUnsure: assign({ unanswered: ({ context }) => context.refusal?.sent ?? null }),
    followOwn: assign(({ context: { refusal } }) => ({ unanswered: null, edited: refusal?.current ? toEdited(refusal.current) : null })),
    setNewest: assign((_, { newest }: { newest: Adjustment }) => withNewest(newest)),
    forgetError: assign({ error: null, fields: {} }),
    /** Opens the browser's dialogs; a yes sends `close.confirmed` or `delete.confirmed`. */
    askDiscard: () => {},
    askDelete: () => {},
    /** Reloads the list, which may contain the result of a request without a response. */
    reportUnanswered: () => {},
    reportSaved: (_, _params: { saved: Adjustment | null }) => {},
    reportDeleted: (_, _params: { edited: EditTarget | null }) => {},
    reportClosed: () => {},
  },
}).createMachine({
  id: 'adjustmentForm',
  context: ({ input }) => ({
    ...input,
    body: null,
    reason: '',
    unanswered: null,
    refusal: null,
    error: null,
    fields: {},
    newest: null,
    saved: null,
  }),
  type: 'parallel',
  states: {
    subject: {
      description: 'Says whether the adjustment is for an invoice or for a person; only a new one can switch.',
      initial: 'starting',
      states: {
        starting: {
          description: 'Decision point: the dialog opens for an invoice or for a person.',
          always: [{ guard: 'isForPerson', target: 'forPerson' }, { target: 'forInvoice' }],
        },
        forInvoice: {
          description: 'The adjustment changes the commission on an invoice.',
          on: { 'person.choose': { guard: and(['isChoosable', 'isOpen']), target: 'forPerson', actions: 'forgetError' } },
        },
        forPerson: {
          description: 'The adjustment pays a person in the month of its effective day, without an invoice.',
          on: { 'invoice.choose': { guard: and(['isChoosable', 'isOpen']), target: 'forInvoice', actions: 'forgetError' } },
        },
      },
    },
    form: {
      description: 'The dialog, from opening it to saving, voiding or closing.',
      initial: 'open',
      states: {
        open: {
          description: 'The fields can be typed in, and the dialog can be closed.',
          tags: 'unsaved',
          initial: 'editing',
          states: {
            editing: {
              description: 'The user fills in the form; no error is shown.',
              on: { 'form.submit': { target: '#adjustmentForm.form.saving', actions: withEvent('setBody') } },
            },
            failed: {
              description: 'The last save was refused or got no answer: the reason is shown, and it can be sent again.',
              on: { 'form.submit': { target: '#adjustmentForm.form.saving', actions: withEvent('setBody') } },
            },
            conflicted: {
              description: 'Somebody else changed the adjustment first: both versions are shown; the user takes theirs or saves over it.',
              on: {
                'form.submit': { target: '#adjustmentForm.form.saving', actions: withEvent('setBody') },
                'newest.take': { target: 'editing', actions: 'forgetError' },
              },
            },
            ended: {
              description: 'The adjustment was voided or rejected, or its month was closed; the typed text stays until the dialog closes.',
            },
          },
          on: {
            'close.ask': [{ guard: withEvent('isDirty'), actions: 'askDiscard' }, { target: 'closed' }],
            'close.confirmed': 'closed',
            'delete.ask': { guard: 'isEdit', actions: 'askDelete' },
            'delete.confirmed': { guard: 'isEdit', target: 'deleting', actions: withEvent('setReason') },
          },
        },
        saving: {
          description: 'The form is on its way to the server, for at least half a second, so that the user notices.',
          tags: ['busy', 'unsaved'],
          invoke: {
            id: 'saveAdjustment',
            src: 'saveAdjustment',
            input: ({ context: { edited, key, body } }): SaveAdjustmentInput => ({ edited, key, body: body as AdjustmentBody }),
            onDone: { target: 'saved', actions: { type: 'setSaved', params: ({ event }) => ({ saved: event.output as Adjustment }) } },
            onError: {
              target: 'deciding',
              actions: {
                type: 'setRefusal',
                params: ({ context, event }) => ({ error: event.error, sent: context.body as AdjustmentBody }),
              },
            },
          },
        },
        deleting: {
          description: 'The request to void it is on its way to the server, for at least half a second.',
          tags: 'busy',
          invoke: {
            id: 'voidAdjustment',
            src: 'voidAdjustment',
            input: ({ context: { edited, reason } }): VoidAdjustmentInput => ({ edited: edited as EditTarget, reason }),
            onDone: 'deleted',
            onError: {
              target: 'deciding',
              actions: { type: 'setRefusal', params: ({ event }) => ({ error: event.error, sent: 'void' as const }) },
            },
          },
        },
        deciding: {
          description: 'Decision point: what the dialog shows next depends on why the server refused.',
          tags: ['busy', 'unsaved'],
          always: [
            { guard: { type: 'isConflict', params: { kind: 'alreadySaved' } }, target: 'saved', actions: 'takeSaved' },
            { guard: { type: 'isConflict', params: { kind: 'alreadyVoid' } }, target: 'deleted' },
            { guard: { type: 'isConflict', params: { kind: 'notEditable' } }, target: 'open.ended', actions: ['showError', 'showTheirs'] },
            { guard: { type: 'isConflict', params: { kind: 'ownLostTry' } }, target: 'saving', actions: 'followOwn' },
            {
              guard: { type: 'isConflict', params: { kind: 'changedByOthers' } },
              target: 'open.conflicted',
              actions: ['showError', 'showTheirs'],
            },
            { guard: { type: 'isConflict', params: { kind: 'stale' } }, target: 'loadingNewest', actions: 'showError' },
            {
              guard: { type: 'isConflict', params: { kind: 'noAnswer' } },
              target: 'open.failed',
              actions: ['setUnsure', 'showError', 'reportUnanswered'],
            },
            { target: 'open.failed', actions: 'showError' },
          ],
        },
        loadingNewest: {
          description: 'Somebody else changed the adjustment first, and their version is on its way.',
          tags: ['busy', 'unsaved'],
          invoke: {
            id: 'loadNewest',
            src: 'loadNewest',
            input: ({ context }) => ({ id: context.edited?.id ?? '' }),
            onDone: [
              {
                guard: { type: 'isClosed', params: ({ event }) => ({ newest: event.output }) },
                target: 'open.ended',
                actions: { type: 'setNewest', params: ({ event }) => ({ newest: event.output }) },
              },
              { target: 'open.conflicted', actions: { type: 'setNewest', params: ({ event }) => ({ newest: event.output }) } },
            ],
            // The refusal stays visible; the next save loads the newest version again.
            onError: 'open.failed',
          },
        },
        saved: {
          description: 'The server has saved the adjustment, and the dialog closes.',
          entry: { type: 'reportSaved', params: ({ context }) => ({ saved: context.saved }) },
        },
        deleted: {
          description: 'The adjustment is void, and the dialog closes.',
          entry: { type: 'reportDeleted', params: ({ context }) => ({ edited: context.edited }) },
        },
        closed: { description: 'The dialog was closed without saving.', entry: 'reportClosed' },
      },
    },
  },
});
