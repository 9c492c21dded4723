import { describe, expect, it } from 'vitest';
import { receiptLifecycle } from '../../../contract/lifecycles/receipt.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const ours = { connected: false, reversed: false, isReversal: false, isCredit: false };
const theirs = { ...ours, connected: true };
const memo = { ...ours, isCredit: true };
const reversed = { ...ours, reversed: true };

/** Decisions 2.16: pending → completed or failed; completed → failed; failed → pending. */
describeMachine(
  {
    machine: receiptLifecycle,
    inputs: [ours, theirs, reversed, memo],
    cases: {
      approve: [{}],
      fail: [{ reason: 'Insufficient funds' }, { reason: ' ' }],
      retry: [{}],
      reverse: [{ reason: 'Paid twice' }, { reason: '' }],
      allocate: [{}],
    },
    project: ({ connected, reversed: undone, isCredit }) => [connected, undone, isCredit],
  },
  `
receipt.pending --approve[0 isOurs]--> receipt.completed
receipt.pending --fail[0 hasReason]--> receipt.failed
receipt.pending --allocate[0 isOurs]--> receipt.pending
receipt.completed --fail[0 hasReason]--> receipt.failed
receipt.completed --reverse[0 hasReason]--> receipt.completed
receipt.completed --allocate[0 isOurs]--> receipt.completed
receipt.failed --retry[0 isOurs]--> receipt.pending
`,
  `
pending: retry, reverse — nothing came in yet that could be taken back
completed: approve, retry — it counts already
failed: approve, fail, reverse, allocate — it is tried again first
`,
);

describe('decisions 2.15: a receipt', () => {
  it('takes no step if it is external, reversed or a reversal', () => {
    for (const facts of [theirs, reversed, { ...ours, isReversal: true }])
      for (const event of [{ type: 'fail', reason: 'No' }, { type: 'reverse', reason: 'No' }, { type: 'allocate' }] as const)
        expect(step(receiptLifecycle, 'completed', event, facts), event.type).toBeNull();
  });
});
