import { setup } from 'xstate';

/**
 * `connected`: it comes from an outside system. `reversed`: another payment reverses it; `isReversal`: it reverses one; `isCredit`: a
 * credit memo.
 */
export type ReceiptFacts = { connected: boolean; reversed: boolean; isReversal: boolean; isCredit: boolean };
export type ReceiptEvent =
  | { type: 'approve' }
  | { type: 'fail'; reason: string }
  | { type: 'retry' }
  | { type: 'reverse'; reason: string }
  | { type: 'allocate' };

const isReversible = ({ connected, reversed, isReversal }: ReceiptFacts): boolean => !connected && !reversed && !isReversal;

/**
 * Money received from a customer (decisions 2.15, 2.16).
 * Normal path: pending → completed; failed → pending again.
 * Never: counted for an invoice unless it is completed, undone without a reason, reversed twice, undone if it is a credit memo (the memo
 * itself is canceled), or changed while an outside system owns it.
 */
export const receiptLifecycle = setup({
  types: { context: {} as ReceiptFacts, events: {} as ReceiptEvent, input: {} as ReceiptFacts },
  guards: {
    isOurs: ({ context }) => isReversible(context),
    hasReason: ({ context }, { reason }: { reason: string }) => isReversible(context) && !context.isCredit && reason.trim() !== '',
  },
}).createMachine({
  id: 'receipt',
  context: ({ input }) => input,
  initial: 'pending',
  states: {
    pending: {
      description: 'The money has not cleared yet, and pays no invoice.',
      on: {
        approve: { guard: 'isOurs', target: 'completed' },
        fail: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'failed' },
        // With a target, because XState treats a transition without target and action as forbidden.
        allocate: { guard: 'isOurs', target: 'pending' },
      },
    },
    completed: {
      description: "The money has arrived and pays the invoices that it's allocated to.",
      on: {
        fail: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'failed' },
        reverse: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'completed' },
        allocate: { guard: 'isOurs', target: 'completed' },
      },
    },
    failed: {
      description: "The money didn't arrive, such as when a check bounced; it can be tried again.",
      on: { retry: { guard: 'isOurs', target: 'pending' } },
    },
  },
});
