import { describe, expect, it } from 'vitest';
import { payoutRunLifecycle } from '../../../contract/lifecycles/payoutRun.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const plain = { makers: ['1'], otherApprovers: 1, mayApprove: true, people: 3, left: 0 };
const waits = { ...plain, left: 2 };
const empty = { ...plain, people: 0 };

/** Decisions 2.16: proposed → approved as one by a second person → completed. */
describeMachine(
  {
    machine: payoutRunLifecycle,
    inputs: [plain, waits, empty],
    cases: { change: [{}], approve: [{ actorId: '2' }, { actorId: '1' }], cancel: [{}], settle: [{}], reopen: [{}] },
    project: ({ people, left }) => [people, left],
  },
  `
payoutRun.proposed --change[0]--> payoutRun.proposed
payoutRun.proposed --approve[0 isSecond]--> payoutRun.approved
payoutRun.proposed --cancel[0]--> payoutRun.cancelled
payoutRun.approved --settle[0 isThrough]--> payoutRun.completed
payoutRun.completed --reopen[0]--> payoutRun.approved
`,
  `
proposed: settle, reopen — nobody is paid yet
approved: change, approve, cancel, reopen — the money is on its way
completed: change, approve, cancel, settle — it is over
cancelled: change, approve, cancel, settle, reopen — it is over
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
