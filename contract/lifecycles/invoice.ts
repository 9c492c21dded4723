import { setup } from 'xstate';

/**
 * `connected`: it comes from an accounting system. `memo`: it reverses another invoice. `received`: it has completed or pending payments.
 * `left`: cents that no credit memo has reversed.
 */
export type InvoiceFacts = { connected: boolean; memo: boolean; received: boolean; credited: boolean; left: number };
export type InvoiceEvent =
  | { type: 'edit' }
  | { type: 'amend' }
  | { type: 'assign' }
  | { type: 'send' }
  | { type: 'cancel' }
  | { type: 'credit'; amount: number };

/**
 * An invoice or a credit memo (decisions 2.14); paid and overdue are derived from payments and the due date
 * (contract/rules/invoices.ts).
 * Normal path: draft, freely editable → sent, after which only credit memos change its amounts.
 * Never: canceled while it has payments or a credit memo, credited beyond its remaining amount, or changed here while an accounting
 * system owns it, except for its person and its notes.
 */
export const invoiceLifecycle = setup({
  types: { context: {} as InvoiceFacts, events: {} as InvoiceEvent, input: {} as InvoiceFacts },
  guards: {
    /** A credit memo has the same people as its invoice (decisions 2.23). */
    hasOwnPeople: ({ context }) => !context.memo,
    isOurs: ({ context }) => !context.connected,
    isUntouched: ({ context }) => !context.connected && !context.received && !context.credited,
    isWithin: ({ context }, { amount }: { amount: number }) =>
      !context.connected && !context.memo && Number.isInteger(amount) && amount > 0 && amount <= context.left,
  },
}).createMachine({
  id: 'invoice',
  context: ({ input }) => input,
  initial: 'draft',
  states: {
    draft: {
      description: "The invoice can still be edited freely, and the customer doesn't have it yet.",
      on: {
        // With a target, because XState treats a transition without target and action as forbidden.
        edit: { guard: 'isOurs', target: 'draft' },
        send: { guard: 'isOurs', target: 'sent' },
        cancel: { guard: 'isUntouched', target: 'cancelled' },
      },
    },
    sent: {
      description: 'The customer has the invoice; only credit memos can still change its amounts.',
      on: {
        amend: { target: 'sent' },
        assign: { guard: 'hasOwnPeople', target: 'sent' },
        cancel: { guard: 'isUntouched', target: 'cancelled' },
        credit: { guard: { type: 'isWithin', params: ({ event }) => event }, target: 'sent' },
      },
    },
    cancelled: { description: 'The invoice was withdrawn, and nobody owes it any more.' },
  },
});
