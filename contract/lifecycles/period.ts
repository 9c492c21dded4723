import { setup } from 'xstate';

/** What still blocks closing, counted. */
export type PeriodFacts = { pendingAdjustments: number; openDisputes: number; isOver: boolean };
export type PeriodEvent = { type: 'review' } | { type: 'back' } | { type: 'close' } | { type: 'reopen'; reason: string };

/**
 * A month of money (decisions 2, "Periods").
 * Normal path: open → review → closed; reopened by an admin with a reason, then reviewed and closed again.
 * Never: closed while something in it waits for a decision, or before its last day is over.
 */
export const periodLifecycle = setup({
  types: { context: {} as PeriodFacts, events: {} as PeriodEvent, input: {} as PeriodFacts },
  guards: {
    nothingBlocks: ({ context }) => context.isOver && context.pendingAdjustments === 0 && context.openDisputes === 0,
    hasReason: (_, params: { reason: string }) => params.reason.trim().length >= 5,
  },
}).createMachine({
  id: 'period',
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: { on: { review: 'review' } },
    review: { on: { close: { guard: 'nothingBlocks', target: 'closed' }, back: 'open' } },
    closed: { on: { reopen: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'reopened' } } },
    reopened: { on: { review: 'review' } },
  },
});
