import { setup } from 'xstate';

/**
 * The facts for the guards. `makers`: the people who recorded or changed it, and its payee; `otherApprovers`: number of other active
 * finance users and admins. `mayApprove`: the configuration names the actor as an approver. `inProposal`: it belongs to a payout run that
 * is not approved yet. `undoable`: the actor decided it within the last ten seconds.
 */
export type PayoutFacts = {
  makers: readonly string[];
  otherApprovers: number;
  mayApprove: boolean;
  approved: boolean;
  inProposal: boolean;
  reversed: boolean;
  isReversal: boolean;
  undoable: boolean;
};
export type PayoutEvent =
  | { type: 'approve'; actorId: string }
  /** Approved together with its run. */
  | { type: 'release' }
  | { type: 'complete' }
  | { type: 'fail'; reason: string }
  | { type: 'retry' }
  /** The bank match that completed it is undone. */
  | { type: 'reopen' }
  | { type: 'reverse'; reason: string }
  /** The person who made the decision undoes it (decisions 2.10). */
  | { type: 'undo' };

/**
 * A commission payment (decisions 2.16).
 * Normal path: pending → approved by a second person, processing → completed; failed → processing again. Undoing a bank match reopens it.
 * Never: approved by its creator or payee while another person could, paid before its approval, approved separately from the run it
 * belongs to, undone without a reason, or reversed twice.
 */
export const payoutLifecycle = setup({
  types: { context: {} as PayoutFacts, events: {} as PayoutEvent, input: {} as PayoutFacts },
  guards: {
    isSecondPerson: ({ context: { makers, otherApprovers, mayApprove, inProposal } }, { actorId }: { actorId: string }) =>
      mayApprove && !inProposal && (!makers.includes(actorId) || otherApprovers === 0),
    isInProposal: ({ context }) => context.inProposal,
    isRefusable: ({ context }, { reason }: { reason: string }) => !context.inProposal && reason.trim() !== '',
    hasReason: (_, { reason }: { reason: string }) => reason.trim() !== '',
    isReversible: ({ context }, { reason }: { reason: string }) => !context.reversed && !context.isReversal && reason.trim() !== '',
    isNotReversed: ({ context }) => !context.reversed && !context.isReversal,
    isApproved: ({ context }) => context.approved,
    isUndoable: ({ context }) => context.undoable,
  },
}).createMachine({
  id: 'payout',
  context: ({ input }) => input,
  initial: 'pending',
  states: {
    pending: {
      description: "The payment waits for a second person's approval.",
      on: {
        approve: { guard: { type: 'isSecondPerson', params: ({ event }) => event }, target: 'processing' },
        release: { guard: 'isInProposal', target: 'processing' },
        fail: { guard: { type: 'isRefusable', params: ({ event }) => event }, target: 'failed' },
      },
    },
    processing: {
      description: 'The payment is approved, and the money is on its way.',
      on: {
        complete: 'completed',
        fail: { guard: { type: 'hasReason', params: ({ event }) => event }, target: 'failed' },
        undo: { guard: 'isUndoable', target: 'pending' },
      },
    },
    completed: {
      description: 'The person has the money.',
      on: {
        reverse: { guard: { type: 'isReversible', params: ({ event }) => event }, target: 'completed' },
        reopen: { guard: 'isNotReversed', target: 'processing' },
      },
    },
    // An unapproved payment waits for approval again.
    failed: {
      description: "The payment was refused or the money didn't arrive; it can be tried again.",
      on: {
        retry: [{ guard: 'isApproved', target: 'processing' }, { target: 'pending' }],
        undo: { guard: 'isUndoable', target: 'pending' },
      },
    },
  },
});
