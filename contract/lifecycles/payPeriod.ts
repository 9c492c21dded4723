import { setup } from 'xstate';

/** What still blocks closing, counted, and whether the month was closed before. */
export type PayPeriodFacts = {
  pendingAdjustments: number;
  openDisputes: number;
  isOver: boolean;
  /** Months before it that are not closed: its opening balances could still change. */
  earlierOpen: number;
  /** Figures of it that wait to be computed, people's months of its quota periods. */
  computing: number;
  /** People whose signature stands for its amounts, and how many it takes: two where two could sign. */
  signed: number;
  signersNeeded: number;
  wasClosed: boolean;
};
export type PayPeriodEvent = { type: 'review' } | { type: 'back' } | { type: 'close' } | { type: 'reopen'; reason: string };

/**
 * A month of money (decisions 2.11).
 * Normal path: open → review → closed; reopened by an admin with a reason, then reviewed and closed again.
 * Never: closed while something in it waits for a decision or is computed, before its last day is over, before the
 * months that it builds on, or by one person alone where a second could sign its review.
 * A review that ends without closing leads back to where it began.
 */
export const payPeriodLifecycle = setup({
  types: { context: {} as PayPeriodFacts, events: {} as PayPeriodEvent, input: {} as PayPeriodFacts },
  guards: {
    nothingBlocks: ({ context }) =>
      context.isOver &&
      context.pendingAdjustments === 0 &&
      context.openDisputes === 0 &&
      context.earlierOpen === 0 &&
      context.computing === 0 &&
      context.signed >= context.signersNeeded,
    wasClosed: ({ context }) => context.wasClosed,
    hasReason: (_, params: { reason: string }) => params.reason.trim().length >= 5,
  },
}).createMachine({
  id: 'payPeriod',
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: { description: "The month's amounts can change, and nobody has started its review.", on: { review: 'review' } },
    review: {
      description: "The month's checklist is being ticked and signed.",
      on: {
        close: { guard: 'nothingBlocks', target: 'closed' },
        back: [{ guard: 'wasClosed', target: 'reopened' }, { target: 'open' }],
      },
    },
    closed: {
      description: "The month's amounts stand still.",
      on: { reopen: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'reopened' } },
    },
    reopened: { description: 'An admin gave a reason to change the closed month; it needs a new review.', on: { review: 'review' } },
  },
});
