import { setup } from 'xstate';

/**
 * `makers`: who made or changed it, and approvers whom it pays; `otherApprovers` counts those besides them; `left` payments that are not
 * through; `undoable`: the asker approved it within the last ten seconds, and none of its payments has moved since.
 */
export type PayoutRunFacts = {
  makers: readonly string[];
  otherApprovers: number;
  mayApprove: boolean;
  people: number;
  left: number;
  undoable: boolean;
};
export type PayoutRunEvent =
  | { type: 'change' }
  | { type: 'approve'; actorId: string }
  | { type: 'cancel' }
  | { type: 'settle' }
  | { type: 'reopen' }
  | { type: 'undo' };

/**
 * A payout run of a period (decisions 2.16).
 * Normal path: proposed, changed by hand with a reason → approved as one by a second person → completed once everybody in it is paid.
 * Never: approved by who made or changed it while another person could, approved empty, or changed once it is approved.
 */
export const payoutRunLifecycle = setup({
  types: { context: {} as PayoutRunFacts, events: {} as PayoutRunEvent, input: {} as PayoutRunFacts },
  guards: {
    isSecond: ({ context: { makers, otherApprovers, mayApprove, people } }, { actorId }: { actorId: string }) =>
      mayApprove && people > 0 && (!makers.includes(actorId) || otherApprovers === 0),
    isThrough: ({ context }) => context.left === 0,
    isUndoable: ({ context }) => context.undoable,
  },
}).createMachine({
  id: 'payoutRun',
  context: ({ input }) => input,
  initial: 'proposed',
  states: {
    proposed: {
      on: {
        // With a target: what has neither target nor action xstate takes for forbidden.
        change: 'proposed',
        approve: { guard: { type: 'isSecond', params: ({ event }) => event }, target: 'approved' },
        cancel: 'cancelled',
      },
    },
    approved: { on: { settle: { guard: 'isThrough', target: 'completed' }, undo: { guard: 'isUndoable', target: 'proposed' } } },
    // A payment of it is not paid after all.
    completed: { on: { reopen: 'approved' } },
    cancelled: { type: 'final' },
  },
});
