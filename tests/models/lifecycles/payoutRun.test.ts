import { describe, expect, it } from 'vitest';
import { payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const plain = { makers: ['1'], otherApprovers: 1, mayApprove: true, people: 3, underWay: 0, failed: 0, undoable: false };
const waits = { ...plain, underWay: 2 };
const processingAndFailed = { ...plain, underWay: 1, failed: 1 };
const failedOnly = { ...plain, failed: 1 };
const empty = { ...plain, people: 0 };

/** Decisions 2.16: proposed → approved as a whole by a second person → completed. */
describeMachine(
  {
    machine: payoutRunLifecycle,
    inputs: [plain, waits, processingAndFailed, failedOnly, empty, { ...waits, undoable: true }],
    cases: {
      change: [{}],
      approve: [{ actorId: '2' }, { actorId: '1' }],
      cancel: [{}],
      settle: [{}],
      close: [{ reason: 'Paid by hand' }, { reason: ' ' }],
      reopen: [{}],
      undo: [{}],
    },
    project: ({ people, underWay, failed, undoable }) => [people, underWay, failed, undoable],
  },
  `
payoutRun.proposed --change[0]--> payoutRun.proposed
payoutRun.proposed --approve[0 isSecondPerson]--> payoutRun.approved
payoutRun.proposed --cancel[0]--> payoutRun.cancelled
payoutRun.approved --settle[0 hasNoOpenPayments]--> payoutRun.completed
payoutRun.approved --close[0 isClosable]--> payoutRun.completed
payoutRun.approved --undo[0 isUndoable]--> payoutRun.proposed
payoutRun.completed --reopen[0]--> payoutRun.approved
`,
  `
proposed: settle, close, reopen, undo — nobody is paid yet, and nobody approved it
approved: change, approve, cancel, reopen — the money is on its way
completed: change, approve, cancel, settle, close, undo — it is over
cancelled: change, approve, cancel, settle, close, reopen, undo — it is over
`,
);

describe('decisions 2.16: a payout run', () => {
  it('is approved by its creator only if nobody else may', () => {
    const approve = { type: 'approve', actorId: '1' } as const;
    expect(step(payoutRunLifecycle, 'proposed', approve, plain)).toBeNull();
    expect(step(payoutRunLifecycle, 'proposed', approve, { ...plain, otherApprovers: 0 })).toBe('approved');
    expect(step(payoutRunLifecycle, 'proposed', { ...approve, actorId: '2' }, { ...plain, mayApprove: false })).toBeNull();
  });

  it('completes without its failed payments only with a person’s reason, and once nothing is in transit', () => {
    const close = { type: 'close', reason: 'Paid by hand' } as const;
    expect(step(payoutRunLifecycle, 'approved', close, failedOnly)).toBe('completed');
    for (const facts of [plain, waits, processingAndFailed]) expect(step(payoutRunLifecycle, 'approved', close, facts)).toBeNull();
    expect(step(payoutRunLifecycle, 'approved', { ...close, reason: ' ' }, failedOnly)).toBeNull();
    expect(step(payoutRunLifecycle, 'approved', { type: 'settle' }, failedOnly)).toBeNull();
  });
});
