import { assign, setup } from 'xstate';

/** What decides: cents and ids. `otherApprovers` counts active vp_sales and admins besides the author. */
export type AdjustmentFacts = { amount: number; threshold: number; authorId: string; actorId: string; otherApprovers: number };
export type AdjustmentEvent =
  | { type: 'approve'; actorId: string }
  | { type: 'reject'; actorId: string }
  | { type: 'edit'; amount: number }
  | { type: 'void' };

/**
 * An adjustment of a commission (decisions 2).
 * Normal path: submitted → approved at or under the threshold, else pending → approved by a second person.
 * Never: approved by its author while somebody else could, or changed once rejected or void.
 */
export const adjustmentLifecycle = setup({
  types: { context: {} as AdjustmentFacts, events: {} as AdjustmentEvent, input: {} as AdjustmentFacts },
  guards: {
    isSmall: ({ context }) => Math.abs(context.amount) <= context.threshold,
    mayDecide: ({ context }, params: { actorId: string }) => params.actorId !== context.authorId || context.otherApprovers === 0,
  },
  actions: { keepAmount: assign({ amount: (_, params: { amount: number }) => params.amount }) },
}).createMachine({
  id: 'adjustment',
  context: ({ input }) => input,
  initial: 'submitted',
  states: {
    submitted: { always: [{ guard: 'isSmall', target: 'approved' }, { target: 'pending' }] },
    pending: {
      on: {
        approve: { guard: { type: 'mayDecide', params: ({ event }) => event }, target: 'approved' },
        reject: { guard: { type: 'mayDecide', params: ({ event }) => event }, target: 'rejected' },
        edit: { target: 'submitted', actions: { type: 'keepAmount', params: ({ event }) => event } },
        void: 'void',
      },
    },
    approved: {
      on: {
        edit: { target: 'submitted', actions: { type: 'keepAmount', params: ({ event }) => event } },
        void: 'void',
      },
    },
    rejected: { type: 'final' },
    void: { type: 'final' },
  },
});
