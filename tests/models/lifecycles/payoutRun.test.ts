import { describe, expect, it } from 'vitest';
import { payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const plain = { makers: ['1'], otherApprovers: 1, mayApprove: true, people: 3, left: 0, undoable: false };
const waits = { ...plain, left: 2 };
const empty = { ...plain, people: 0 };

/** Decisions 2.16: proposed → approved as one by a second person → completed. */
describeMachine(
  {
    machine: payoutRunLifecycle,
    inputs: [plain, waits, empty, { ...waits, undoable: true }],
    cases: { change: [{}], approve: [{ actorId: '2' }, { actorId: '1' }], cancel: [{}], settle: [{}], reopen: [{}], undo: [{}] },
    project: ({ people, left, undoable }) => [people, left, undoable],
  },
  `
payoutRun.proposed --change[0]--> payoutRun.proposed
payoutRun.proposed --approve[0 isSecond]--> payoutRun.approved
payoutRun.proposed --cancel[0]--> payoutRun.cancelled
payoutRun.approved --settle[0 isThrough]--> payoutRun.completed
payoutRun.approved --undo[0 isUndoable]--> payoutRun.proposed
payoutRun.completed --reopen[0]--> payoutRun.approved
`,
  `
proposed: settle, reopen, undo — nobody is paid yet, and nobody approved it
approved: change, approve, cancel, reopen — the money is on its way
completed: change, approve, cancel, settle, undo — it is over
cancelled: change, approve, cancel, settle, reopen, undo — it is over
`,
);

describe('decisions 2.16: a payout run', () => {
  it('is approved by its maker only where nobody else may', () => {
    const approve = { type: 'approve', actorId: '1' } as const;
    expect(step(payoutRunLifecycle, 'proposed', approve, plain)).toBeNull();
    expect(step(payoutRunLifecycle, 'proposed', approve, { ...plain, otherApprovers: 0 })).toBe('approved');
    expect(step(payoutRunLifecycle, 'proposed', { ...approve, actorId: '2' }, { ...plain, mayApprove: false })).toBeNull();
  });
});
