import { assign, setup } from 'xstate';

/**
 * What decides: cents and ids. `counted` is what it adds now, 0 unless approved; `setterId` who last set amount, person or record;
 * `otherApprovers` counts active vp_sales and admins besides them.
 */
export type AdjustmentFacts = {
  amount: number;
  counted: number;
  threshold: number;
  setterId: string;
  actorId: string;
  mayApprove: boolean;
  otherApprovers: number;
};
export type AdjustmentEvent =
  | { type: 'approve'; actorId: string }
  | { type: 'reject'; actorId: string }
  /** `moved`: to another person or record, so that nothing of what counted stays. */
  | { type: 'edit'; amount: number; moved: boolean }
  | { type: 'void' };

const isSecond = ({ setterId, otherApprovers }: AdjustmentFacts, actorId: string): boolean => actorId !== setterId || otherApprovers === 0;

/**
 * An adjustment of a commission (decisions 2.10).
 * Normal path: submitted → approved at or under the threshold, both its amount and its change, else pending → approved by a
 * second person.
 * Never: approved by its author while another person could; taken out of the count above the threshold by one who could not have
 * approved it; changed once rejected or void.
 */
export const adjustmentLifecycle = setup({
  types: { context: {} as AdjustmentFacts, events: {} as AdjustmentEvent, input: {} as AdjustmentFacts },
  guards: {
    isSmall: ({ context: { amount, counted, threshold } }) => Math.max(Math.abs(amount), Math.abs(amount - counted)) <= threshold,
    mayDecide: ({ context }, params: { actorId: string }) => isSecond(context, params.actorId),
    mayTakeOut: ({ context }) =>
      Math.abs(context.counted) <= context.threshold || (context.mayApprove && isSecond(context, context.actorId)),
  },
  actions: {
    keepAmount: assign(({ context }, { amount, moved }: { amount: number; moved: boolean }) => ({
      amount,
      counted: moved ? 0 : context.counted,
    })),
  },
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
        edit: { guard: 'mayTakeOut', target: 'submitted', actions: { type: 'keepAmount', params: ({ event }) => event } },
        void: { guard: 'mayTakeOut', target: 'void' },
      },
    },
    rejected: { type: 'final' },
    void: { type: 'final' },
  },
});
