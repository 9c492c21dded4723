import { assign, fromPromise, setup, stateIn } from 'xstate';
import type { Invoice } from '../../../contract/entities/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import { readNewest } from '../support/conflict.ts';
import { getFieldErrors, toFailureMessage, toFormFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

/** The form's values by field: of an invoice, a credit memo, a recipient or a salesperson. */
export type InvoiceBody = Readonly<Record<string, string | boolean>>;
/** The invoice to save; null for a new one. */
export type EditedInvoice = Readonly<{ id: string; version: number }>;
/** `sends`: send the invoice after saving it. */
type Submission = Readonly<{ body: InvoiceBody; sends: boolean }>;
type Context = {
  edited: EditedInvoice | null;
  body: InvoiceBody;
  /** The server's version after a save of this form. */
  saved: Invoice | null;
  /** The server's version after another user's save. */
  newest: Invoice | null;
  error: string | null;
  fields: Readonly<Record<string, string>>;
};
type Events =
  | ({ type: 'form.submit' } & Submission)
  | { type: 'newest.take' }
  | { type: 'close.ask'; dirty: boolean }
  | { type: 'close.confirmed' };

const t = messages.invoiceFormText;

const toEdited = ({ id, version }: Invoice): EditedInvoice => ({ id, version });

/**
 * A dialog of an invoice: Create, Edit, Credit Memo, Assign, Send (spec 2.61, decisions 2.14).
 * Normal path: open.editing → saving → saved; Create and Send continues saving → sending → saved.
 * Never: close before the server responds, create a second invoice because the first was not sent, or overwrite a change that the
 * editor has not seen.
 * Tag `unsaved`: the input, if any, exists nowhere else.
 */
export const invoiceFormMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { edited: EditedInvoice | null }, tags: {} as 'busy' | 'unsaved' },
  actors: {
    saveInvoice: fromPromise<Invoice, { edited: EditedInvoice | null; body: InvoiceBody }>(missing('saveInvoice')),
    sendInvoice: fromPromise<Invoice, { saved: Invoice; body: InvoiceBody }>(missing('sendInvoice')),
  },
  guards: {
    isDirty: (_, params: { dirty: boolean }) => params.dirty,
    isStale: (_, { error }: { error: unknown }) => readNewest(error) !== null,
    sends: (_, params: { sends: boolean }) => params.sends,
    isToSend: stateIn({ saving: 'toSend' }),
  },
  actions: {
    setBody: assign((_, { body }: Submission) => ({ body, error: null, fields: {} })),
    setSaved: assign((_, { output }: { output: Invoice }) => ({ saved: output, edited: toEdited(output) })),
    setError: assign((_, { error }: { error: unknown }) => toFormFailure({ error, fallback: t.failed })),
    setNewest: assign((_, { error }: { error: unknown }) => {
      const newest = readNewest<Invoice>(error);
      return {
        newest,
        ...(newest ? { edited: toEdited(newest) } : {}),
        error: toFailureMessage({ error, fallback: t.failed }),
        fields: {},
      };
    }),
    /** The draft is saved; the message explains why it was not sent. */
    setUnsent: assign((_, { error }: { error: unknown }) => ({
      error: `${t.unsent} ${toFailureMessage({ error, fallback: '' })}`.trim(),
      fields: getFieldErrors(error),
    })),
    forgetError: assign({ error: null, fields: {} }),
    /** Opens the browser's dialog; a yes sends `close.confirmed`. */
    askDiscard: () => {},
    reportSaved: (_, _params: { output: Invoice }) => {},
    /** `saved`: a draft saved but not sent. */
    reportClosed: (_, _params: { saved: Invoice | null }) => {},
  },
}).createMachine({
  id: 'invoiceForm',
  context: ({ input }) => ({ ...input, body: {}, saved: null, newest: null, error: null, fields: {} }),
  initial: 'open',
  states: {
    open: {
      description: 'The dialog is open and its fields can be changed.',
      initial: 'editing',
      states: {
        editing: { description: 'The user fills in the form; no error is shown.', tags: 'unsaved' },
        failed: { description: 'The last save failed: the reason is shown and everything typed is still there.', tags: 'unsaved' },
        conflicted: {
          description: 'Somebody else changed the invoice first: the user takes their version or saves over it.',
          tags: 'unsaved',
          on: { 'newest.take': { target: 'editing', actions: 'forgetError' } },
        },
        unsent: {
          description: "The invoice was saved as a draft but couldn't be sent; the next try sends the same draft.",
          tags: 'unsaved',
        },
      },
      on: {
        'form.submit': [
          { guard: withEvent('sends'), target: 'saving.toSend', actions: withEvent('setBody') },
          { target: 'saving.toKeep', actions: withEvent('setBody') },
        ],
        'close.ask': [{ guard: withEvent('isDirty'), actions: 'askDiscard' }, { target: 'closed' }],
        'close.confirmed': 'closed',
      },
    },
    saving: {
      description: 'The form is on its way to the server; the dialog stays open until the answer.',
      tags: ['busy', 'unsaved'],
      initial: 'toKeep',
      states: {
        toKeep: { description: 'The dialog closes once the invoice is saved.' },
        toSend: { description: "Once the invoice is saved, it's sent." },
      },
      invoke: {
        id: 'saveInvoice',
        src: 'saveInvoice',
        input: ({ context: { edited, body } }) => ({ edited, body }),
        onDone: [
          { guard: 'isToSend', target: 'sending', actions: withEvent('setSaved') },
          { target: 'saved', actions: withEvent('reportSaved') },
        ],
        onError: [
          { guard: withError('isStale'), target: 'open.conflicted', actions: withError('setNewest') },
          { target: 'open.failed', actions: withError('setError') },
        ],
      },
    },
    sending: {
      description: 'The saved invoice is being mailed, or only marked as sent if there is no mail server.',
      tags: 'busy',
      invoke: {
        id: 'sendInvoice',
        src: 'sendInvoice',
        // The saved invoice is always set here.
        input: ({ context: { saved, body } }) => ({ saved: saved as Invoice, body }),
        onDone: { target: 'saved', actions: withEvent('reportSaved') },
        onError: { target: 'open.unsent', actions: withError('setUnsent') },
      },
    },
    saved: { description: 'The invoice is saved, and sent if the user chose that; the dialog closes.' },
    closed: {
      description: 'The dialog was closed; a draft that was already saved stays.',
      entry: { type: 'reportClosed', params: ({ context }) => ({ saved: context.saved }) },
    },
  },
});
