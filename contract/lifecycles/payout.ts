import { setup } from 'xstate';

export type PayoutFacts = { createdBy: string };
export type PayoutEvent = { type: 'approve'; actorId: string } | { type: 'complete' } | { type: 'fail' } | { type: 'retry' };

/**
 * A payout of commission (decisions 2, "Payments"). The app records it; it never moves bank money.
 * Normal path: pending → processing → completed. A reversal is a new linked negative payout, so completed is final.
 * Never: approved by who made it, or completed twice.
 */
export const payoutLifecycle = setup({
  types: { context: {} as PayoutFacts, events: {} as PayoutEvent, input: {} as PayoutFacts },
  guards: { isOther: ({ context }, params: { actorId: string }) => params.actorId !== context.createdBy },
}).createMachine({
  id: 'payout',
  context: ({ input }) => input,
  initial: 'pending',
  states: {
    pending: { on: { approve: { guard: { type: 'isOther', params: ({ event }) => event }, target: 'processing' } } },
    processing: { on: { complete: 'completed', fail: 'failed' } },
    failed: { on: { retry: 'processing' } },
    completed: { type: 'final' },
  },
});
