import { describe, expect, it } from 'vitest';
import { payoutLifecycle } from '../../../contract/lifecycles/payout.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const facts = { createdBy: '1' };

/** Decisions 2, "Payments": pending → (approve) processing → completed or failed → (retry) processing. */
describeMachine(
  {
    machine: payoutLifecycle,
    inputs: [facts],
    cases: { approve: [{ actorId: '1' }, { actorId: '2' }], complete: [{}], fail: [{}], retry: [{}] },
    project: () => [],
  },
  `
payout.pending --approve[0 isOther]--> payout.processing
payout.processing --complete[0]--> payout.completed
payout.processing --fail[0]--> payout.failed
payout.failed --retry[0]--> payout.processing
`,
  `
pending: complete, fail, retry — nothing is paid before it was approved
processing: approve, retry — it is on its way
completed: approve, complete, fail, retry — it was paid, once; a reversal is a payment of its own
failed: approve, complete, fail — only a retry sends it again
`,
);

describe('a payout', () => {
  it('decisions 2: its creator never approves it', () => {
    expect(step(payoutLifecycle, 'pending', { type: 'approve', actorId: '1' }, facts)).toBeNull();
  });

  it('decisions 2: completes once', () => {
    for (const type of ['complete', 'fail', 'retry'] as const) expect(step(payoutLifecycle, 'completed', { type }, facts)).toBeNull();
  });
});
