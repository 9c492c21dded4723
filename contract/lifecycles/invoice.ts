import { setup } from 'xstate';

/**
 * `connected`: an accounting system owns it. `memo`: it takes another one back. `received`: money stands against it, or is on its way.
 * `left`: cents that no credit memo has taken back.
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
 * An invoice or a credit memo (decisions 2.14); paid and overdue are derived from payments and the due date (contract/rules/invoices.ts).
 * Normal path: draft, edited freely → sent, from where on its amounts are changed by credit memos only.
 * Never: cancelled while money or a credit memo stands against it, credited by more than is left of it, or changed here while an accounting
 * system owns it, except for its person and its notes.
 */
export const invoiceLifecycle = setup({
  types: { context: {} as InvoiceFacts, events: {} as InvoiceEvent, input: {} as InvoiceFacts },
  guards: {
    /** A memo's people are its invoice's (decisions 2.23). */
    hasOwnPeople: ({ context }) => !context.memo,
    isOurs: ({ context }) => !context.connected,
    isClear: ({ context }) => !context.connected && !context.received && !context.credited,
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
        // With a target: what has neither target nor action xstate takes for forbidden.
        edit: { guard: 'isOurs', target: 'draft' },
        send: { guard: 'isOurs', target: 'sent' },
        cancel: { guard: 'isClear', target: 'cancelled' },
      },
    },
    sent: {
      description: 'The customer has the invoice, whose amounts now change only by credit memos.',
      on: {
        amend: { target: 'sent' },
        assign: { guard: 'hasOwnPeople', target: 'sent' },
        cancel: { guard: 'isClear', target: 'cancelled' },
        credit: { guard: { type: 'isWithin', params: ({ event }) => event }, target: 'sent' },
      },
    },
    cancelled: { description: 'The invoice was withdrawn, and nobody owes it any more.' },
  },
});
