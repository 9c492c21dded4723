import { assign, fromPromise, setup } from 'xstate';
import type { Payment } from '../../../contract/entities/payment.ts';
import { messages } from '../../../contract/messages.ts';
import { newestIn, refusalOf } from '../support/conflict.ts';
import { formFailureOf } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { ofError, ofEvent } from '../support/params.ts';

/** What is sent: a payment, what it pays, or why it failed or is reversed. */
export type PaymentBody = Readonly<Record<string, unknown>>;
/** Which payment a save is about: null for a new one. */
export type EditedPayment = Readonly<{ id: string; version: number }>;
type Save = Readonly<{ edited: EditedPayment | null; body: PaymentBody; confirmed: boolean }>;
type Context = {
  edited: EditedPayment | null;
  body: PaymentBody;
  /** One of the same amount, reference and day, which the server asks about. */
  twin: Payment | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | { type: 'form.submit'; body: PaymentBody }
  | { type: 'twin.confirm'; body: PaymentBody }
  | { type: 'twin.deny' }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' };

const fallback = messages.paymentForm.failed;
const twinIn = (error: unknown): Payment | null => {
  const { code, current } = refusalOf<Payment>(error);
  return code === 'payment_duplicate' ? current : null;
};

/**
 * A dialog of a payment: Record Payment, Change Allocation, and the reason of a failure or a reversal (spec 2.60, decisions 2.15, 2.16).
 * Normal path: open.editing → saving → saved. One like it is recorded: open.asking → saving again, once it was confirmed.
 * Never: close before the server answered, lose what was typed, or record the same payment twice without a question.
 */
export const paymentFormMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { edited: EditedPayment | null }, tags: {} as 'busy' | 'unsaved' },
  actors: { savePayment: fromPromise<Payment, Save>(missing('savePayment')) },
  guards: {
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    isAsked: ({ context }, params: { body: PaymentBody }) => JSON.stringify(params.body) === JSON.stringify(context.body),
    isTwin: (_, { error }: { error: unknown }) => twinIn(error) !== null,
    isStale: (_, { error }: { error: unknown }) => newestIn(error) !== null,
  },
  actions: {
    keepBody: assign((_, params: { body: PaymentBody }) => ({ body: params.body, twin: null, error: null, fields: {} })),
    keepTwin: assign((_, { error }: { error: unknown }) => ({ twin: twinIn(error) })),
    forgetTwin: assign({ twin: null }),
    keepError: assign((_, { error }: { error: unknown }) => formFailureOf({ error, fallback })),
    /** The next save starts from their version. */
    keepNewest: assign(({ context }, { error }: { error: unknown }) => {
      const newest = newestIn<Payment>(error);
      return {
        ...formFailureOf({ error, fallback }),
        edited: newest ? { id: newest.id, version: newest.version } : context.edited,
      };
    }),
    /** The browser's own question; a yes comes back as `close.confirmed`. */
    askDiscard: () => {},
    reportSaved: (_, _params: { payment: Payment }) => {},
    reportClosed: () => {},
  },
}).createMachine({
  id: 'paymentForm',
  context: ({ input }) => ({ ...input, body: {}, twin: null, error: null, fields: {} }),
  initial: 'open',
  states: {
    open: {
      description: 'The dialog is open and its fields can be changed.',
      tags: 'unsaved',
      initial: 'editing',
      states: {
        editing: { description: 'The user fills in the form; no error is shown.' },
        failed: { description: 'The last save failed: the reason is shown and everything typed is still there.' },
        asking: {
          description: 'A very similar payment exists, and the user confirms that this is another one.',
          on: {
            // A yes is for what was asked about. What was changed since is sent like any other.
            'twin.confirm': [
              { guard: ofEvent('isAsked'), target: '#paymentForm.saving' },
              { target: '#paymentForm.saving', actions: ofEvent('keepBody') },
            ],
            'twin.deny': { target: 'editing', actions: 'forgetTwin' },
          },
        },
      },
      on: {
        'form.submit': { target: 'saving', actions: ofEvent('keepBody') },
        'close.ask': [{ guard: ofEvent('isDirty'), actions: 'askDiscard' }, { target: 'closed' }],
        'close.confirmed': 'closed',
      },
    },
    saving: {
      description: 'The payment is on its way to the server; the dialog stays open until the answer.',
      tags: ['busy', 'unsaved'],
      invoke: {
        id: 'savePayment',
        src: 'savePayment',
        input: ({ context: { edited, body, twin } }) => ({ edited, body, confirmed: twin !== null }),
        onDone: { target: 'saved', actions: { type: 'reportSaved', params: ({ event }) => ({ payment: event.output }) } },
        onError: [
          { guard: ofError('isTwin'), target: 'open.asking', actions: ofError('keepTwin') },
          { guard: ofError('isStale'), target: 'open.failed', actions: ofError('keepNewest') },
          { target: 'open.failed', actions: ofError('keepError') },
        ],
      },
    },
    saved: { description: 'The server has accepted the payment, and the dialog closes.' },
    closed: { description: 'The dialog was closed without saving.', entry: 'reportClosed' },
  },
});
