import { setup } from 'xstate';

/**
 * `makers`: the people who created or changed it, and approvers it pays; `otherApprovers`: number of the others; `underWay`: pending or
 * processing payments; `failed`: failed payments not left out yet; `undoable`: the actor approved it within the last ten
 * seconds, and none of its payments has changed since.
 */
export type PayoutRunFacts = {
  makers: readonly string[];
  otherApprovers: number;
  mayApprove: boolean;
  people: number;
  underWay: number;
  failed: number;
  undoable: boolean;
};
export type PayoutRunEvent =
  | { type: 'change' }
  | { type: 'approve'; actorId: string }
  | { type: 'cancel' }
  | { type: 'settle' }
  /** A person completes it despite failed payments, which are paid in another way or not at all. */
  | { type: 'close'; reason: string }
  | { type: 'reopen' }
  | { type: 'undo' };

/**
 * A payout run for a period (decisions 2.16).
 * Normal path: proposed, edited with a reason → approved as a whole by a second person → completed once everybody in it is paid.
 * Never: approved by a person who created or changed it while another could, approved empty, changed once it is approved, or completed
 * with payments in progress.
 */
export const payoutRunLifecycle = setup({
  types: { context: {} as PayoutRunFacts, events: {} as PayoutRunEvent, input: {} as PayoutRunFacts },
  guards: {
    isSecondPerson: ({ context: { makers, otherApprovers, mayApprove, people } }, { actorId }: { actorId: string }) =>
      mayApprove && people > 0 && (!makers.includes(actorId) || otherApprovers === 0),
    hasNoOpenPayments: ({ context: { underWay, failed } }) => underWay === 0 && failed === 0,
    isClosable: ({ context: { underWay, failed } }, { reason }: { reason: string }) => underWay === 0 && failed > 0 && reason.trim() !== '',
    isUndoable: ({ context }) => context.undoable,
  },
}).createMachine({
  id: 'payoutRun',
  context: ({ input }) => input,
  initial: 'proposed',
  states: {
    proposed: {
      description: 'Amounts can be changed with a reason until a second person approves the whole run.',
      on: {
        // With a target, because XState treats a transition without target and action as forbidden.
        change: 'proposed',
        approve: { guard: { type: 'isSecondPerson', params: ({ event }) => event }, target: 'approved' },
        cancel: 'cancelled',
      },
    },
    approved: {
      description: "The run can't be changed any more, and its payments are being settled.",
      on: {
        settle: { guard: 'hasNoOpenPayments', target: 'completed' },
        close: { guard: { type: 'isClosable', params: ({ event }) => event }, target: 'completed' },
        undo: { guard: 'isUndoable', target: 'proposed' },
      },
    },
    // A payment that is in progress again reopens the run; one that stays failed does not.
    completed: { description: 'Every payment is settled, or the run was closed without those that failed.', on: { reopen: 'approved' } },
    cancelled: { description: 'The run was cancelled and pays nobody.', type: 'final' },
  },
});
