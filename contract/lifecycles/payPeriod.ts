import { setup } from 'xstate';

/** Counts of everything that blocks closing, and whether the month was closed before. */
export type PayPeriodFacts = {
  pendingAdjustments: number;
  openDisputes: number;
  isOver: boolean;
  /** Earlier months that are not closed: its opening balances could still change. */
  earlierOpen: number;
  /** Person-months in its quota periods that still have to be computed. */
  computing: number;
  /** Number of valid signatures, and of required ones: two if two people can sign. */
  signed: number;
  signersNeeded: number;
  wasClosed: boolean;
};
export type PayPeriodEvent = { type: 'review' } | { type: 'back' } | { type: 'close' } | { type: 'reopen'; reason: string };

/**
 * A month as a pay period (decisions 2.11).
 * Normal path: open → review → closed; reopened by an admin with a reason, then reviewed and closed again.
 * Never: closed while anything in it is undecided or being computed, before its last day is over, before the
 * months it depends on, or by one person alone if a second person could sign its review.
 * A review that ends without closing returns to the state it started from.
 */
export const payPeriodLifecycle = setup({
  types: { context: {} as PayPeriodFacts, events: {} as PayPeriodEvent, input: {} as PayPeriodFacts },
  guards: {
    hasNoBlockers: ({ context }) =>
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
        close: { guard: 'hasNoBlockers', target: 'closed' },
        back: [{ guard: 'wasClosed', target: 'reopened' }, { target: 'open' }],
      },
    },
    closed: {
      description: "The month's amounts can no longer change.",
      on: { reopen: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'reopened' } },
    },
    reopened: { description: 'An admin gave a reason to change the closed month; it needs a new review.', on: { review: 'review' } },
  },
});
