import { assign, setup } from 'xstate';

/**
 * The facts for the guards, in cents and ids. `counted`: its current contribution, 0 unless approved; `others`: the author's other approved
 * or pending adjustments for that person and month, sum of absolute amounts; `othersCounted`: the approved part of it; `proposed`: a late
 * fact, which always waits; `deciders`: people who may decide it; `own`: it pays the actor; `setByOther`: another person set it;
 * `undoable`: the actor decided it within the last ten seconds.
 */
export type AdjustmentFacts = {
  amount: number;
  counted: number;
  others: number;
  othersCounted: number;
  proposed: boolean;
  threshold: number;
  actorId: string;
  mayApprove: boolean;
  deciders: readonly string[];
  own: boolean;
  setByOther: boolean;
  undoable: boolean;
};
export type AdjustmentEvent =
  | { type: 'approve'; actorId: string }
  | { type: 'reject'; actorId: string }
  /** `moved`: to another person or record, so its previous contribution ends. `others`: the adjustments of its new author. */
  | { type: 'edit'; amount: number; moved: boolean; others: number }
  | { type: 'void' }
  /** The person who made the decision undoes it. */
  | { type: 'undo' };

/** True for a deduction that someone else made from the actor's pay. */
const isDeducted = ({ own, setByOther, amount }: AdjustmentFacts): boolean => own && setByOther && amount < 0;

/**
 * An adjustment of a commission (decisions 2.10).
 * Normal path: submitted → approved if both its amount and its change are within the threshold, each together with the author's others;
 * otherwise pending → approved by a second person, who may undo that for ten seconds.
 * An adjustment of the actor's own commission always waits (decisions 3.06).
 * Never: approved by its author or payee while another person could; removed above the threshold by a person who could not have
 * approved it; changed by the person from whose pay somebody else deducted it; changed once rejected or void.
 */
export const adjustmentLifecycle = setup({
  types: { context: {} as AdjustmentFacts, events: {} as AdjustmentEvent, input: {} as AdjustmentFacts },
  guards: {
    isWithinThreshold: ({ context: { amount, counted, others, own, proposed, threshold } }) =>
      !proposed && !own && others + Math.max(Math.abs(amount), Math.abs(amount - counted)) <= threshold,
    mayDecide: ({ context }, params: { actorId: string }) => context.deciders.includes(params.actorId),
    mayChange: ({ context }) => !isDeducted(context),
    mayRemove: ({ context }) =>
      !isDeducted(context) &&
      (context.othersCounted + Math.abs(context.counted) <= context.threshold ||
        (context.mayApprove && context.deciders.includes(context.actorId))),
    isUndoable: ({ context }) => context.undoable,
  },
  actions: {
    keepAmount: assign(({ context }, { amount, moved, others }: { amount: number; moved: boolean; others: number }) => ({
      amount,
      others,
      counted: moved ? 0 : context.counted,
    })),
  },
}).createMachine({
  id: 'adjustment',
  context: ({ input }) => input,
  initial: 'submitted',
  states: {
    submitted: {
      description: 'Decision point: small adjustments are approved automatically, all others wait.',
      always: [{ guard: 'isWithinThreshold', target: 'approved' }, { target: 'pending' }],
    },
    pending: {
      description: 'It is waiting for a second person to approve or reject it, and changes no pay yet.',
      on: {
        approve: { guard: { type: 'mayDecide', params: ({ event }) => event }, target: 'approved' },
        reject: { guard: { type: 'mayDecide', params: ({ event }) => event }, target: 'rejected' },
        edit: { guard: 'mayChange', target: 'submitted', actions: { type: 'keepAmount', params: ({ event }) => event } },
        void: { guard: 'mayChange', target: 'void' },
      },
    },
    approved: {
      description: "It counts toward the person's pay.",
      on: {
        edit: { guard: 'mayRemove', target: 'submitted', actions: { type: 'keepAmount', params: ({ event }) => event } },
        void: { guard: 'mayRemove', target: 'void' },
        undo: { guard: 'isUndoable', target: 'pending' },
      },
    },
    rejected: {
      description: "It changes nobody's pay; the decision can be undone for ten seconds.",
      on: { undo: { guard: 'isUndoable', target: 'pending' } },
    },
    void: { description: "It was withdrawn and changes nobody's pay.", type: 'final' },
  },
});
