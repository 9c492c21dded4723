import { assign, setup } from 'xstate';

/**
 * What decides: cents and ids. `counted` is what it adds now, 0 unless approved; `others` is the sum of absolute amounts of what its author
 * else has approved or waiting for that person in that month, `othersCounted` of what is approved; `proposed`: a late fact, which always waits; `deciders` are those who may
 * decide about it; `own`: it pays the one who acts; `setByOther`: somebody else set it; `undoable`: the one who acts decided about it within the last ten seconds.
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
  /** `moved`: to another person or record, so that nothing of what counted stays. `others`: of whoever is its author then. */
  | { type: 'edit'; amount: number; moved: boolean; others: number }
  | { type: 'void' }
  /** The decision is taken back by who made it. */
  | { type: 'undo' };

/** A deduction from the actor's pay that another person made. */
const isDeducted = ({ own, setByOther, amount }: AdjustmentFacts): boolean => own && setByOther && amount < 0;

/**
 * An adjustment of a commission (decisions 2.10).
 * Normal path: submitted → approved at or under the threshold, both its amount and its change, each with the others of its author,
 * else pending → approved by a second person, who may take that back for ten seconds.
 * One of the actor's own commission always waits (decisions 3.06).
 * Never: approved by its author or by whom it pays while another person could; taken out of the count above the threshold by one who could not have
 * approved it; changed by whom somebody else deducted it from; changed once rejected or void.
 */
export const adjustmentLifecycle = setup({
  types: { context: {} as AdjustmentFacts, events: {} as AdjustmentEvent, input: {} as AdjustmentFacts },
  guards: {
    isSmall: ({ context: { amount, counted, others, own, proposed, threshold } }) =>
      !proposed && !own && others + Math.max(Math.abs(amount), Math.abs(amount - counted)) <= threshold,
    mayDecide: ({ context }, params: { actorId: string }) => context.deciders.includes(params.actorId),
    mayTouch: ({ context }) => !isDeducted(context),
    mayTakeOut: ({ context }) =>
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
      description: 'Passes at once: small adjustments are approved by themselves, all others wait.',
      always: [{ guard: 'isSmall', target: 'approved' }, { target: 'pending' }],
    },
    pending: {
      description: 'It waits until a second person approves or rejects it, and changes no pay yet.',
      on: {
        approve: { guard: { type: 'mayDecide', params: ({ event }) => event }, target: 'approved' },
        reject: { guard: { type: 'mayDecide', params: ({ event }) => event }, target: 'rejected' },
        edit: { guard: 'mayTouch', target: 'submitted', actions: { type: 'keepAmount', params: ({ event }) => event } },
        void: { guard: 'mayTouch', target: 'void' },
      },
    },
    approved: {
      description: "It changes the person's pay.",
      on: {
        edit: { guard: 'mayTakeOut', target: 'submitted', actions: { type: 'keepAmount', params: ({ event }) => event } },
        void: { guard: 'mayTakeOut', target: 'void' },
        undo: { guard: 'isUndoable', target: 'pending' },
      },
    },
    rejected: {
      description: "It changes nobody's pay; for ten seconds the decision can be undone.",
      on: { undo: { guard: 'isUndoable', target: 'pending' } },
    },
    void: { description: "It was taken back, and changes nobody's pay.", type: 'final' },
  },
});
