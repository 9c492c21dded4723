import { describe, expect, it } from 'vitest';
import { payoutLifecycle } from '../../../contract/lifecycles/payout.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const plain = {
  makers: ['1', '2'],
  otherApprovers: 1,
  mayApprove: true,
  approved: true,
  inProposal: false,
  reversed: false,
  isReversal: false,
  undoable: false,
};
const alone = { ...plain, otherApprovers: 0, approved: false };
const inRun = { ...plain, inProposal: true, approved: false };

/** Decisions 2.16: pending → (approve) processing → completed or failed → (retry) processing. */
describeMachine(
  {
    machine: payoutLifecycle,
    inputs: [plain, alone, inRun, { ...plain, undoable: true }],
    cases: {
      approve: [{ actorId: '3' }, { actorId: '1' }],
      release: [{}],
      complete: [{}],
      fail: [{ reason: 'Account closed' }, { reason: ' ' }],
      retry: [{}],
      reverse: [{ reason: 'Wrong person' }, { reason: '' }],
      reopen: [{}],
      undo: [{}],
    },
    project: ({ inProposal, approved, otherApprovers, undoable }) => [inProposal, approved, otherApprovers, undoable],
  },
  `
payout.pending --approve[0 isSecondPerson]--> payout.processing
payout.pending --release[0 isInProposal]--> payout.processing
payout.pending --fail[0 isRefusable]--> payout.failed
payout.processing --complete[0]--> payout.completed
payout.processing --fail[0 hasReason]--> payout.failed
payout.completed --reverse[0 isReversible]--> payout.completed
payout.completed --reopen[0 isNotReversed]--> payout.processing
payout.failed --retry[0 isApproved]--> payout.processing
payout.failed --retry[1]--> payout.pending
payout.processing --undo[0 isUndoable]--> payout.pending
payout.failed --undo[0 isUndoable]--> payout.pending
`,
  `
pending: complete, retry, reverse, reopen — nobody has approved it
processing: approve, release, retry, reverse, reopen — it is on its way
completed: approve, release, complete, fail, retry — it was paid; a reversal takes it back
pending, completed: undo — nobody decided about it, or it was paid since
failed: approve, release, complete, fail, reverse, reopen — it is tried again first
`,
);

describe('decisions 2.16: a commission payment', () => {
  it('is never approved by its creator or its payee while another person could', () => {
    const approve = (actorId: string) => ({ type: 'approve', actorId }) as const;
    expect(step(payoutLifecycle, 'pending', approve('1'), plain)).toBeNull();
    expect(step(payoutLifecycle, 'pending', approve('2'), plain)).toBeNull();
    expect(step(payoutLifecycle, 'pending', approve('3'), plain)).toBe('processing');
    expect(step(payoutLifecycle, 'pending', approve('1'), alone)).toBe('processing');
    expect(step(payoutLifecycle, 'pending', approve('3'), { ...plain, mayApprove: false })).toBeNull();
  });

  it('is approved with its run, never separately', () => {
    expect(step(payoutLifecycle, 'pending', { type: 'approve', actorId: '3' }, inRun)).toBeNull();
    expect(step(payoutLifecycle, 'pending', { type: 'fail', reason: 'No' }, inRun)).toBeNull();
    expect(step(payoutLifecycle, 'pending', { type: 'release' }, plain)).toBeNull();
  });

  it('decisions 2.10: goes back to pending while its decider may undo it', () => {
    for (const state of ['processing', 'failed']) {
      expect(step(payoutLifecycle, state, { type: 'undo' }, { ...plain, undoable: true })).toBe('pending');
      expect(step(payoutLifecycle, state, { type: 'undo' }, plain)).toBeNull();
    }
  });

  it('is reversed once', () => {
    for (const facts of [
      { ...plain, reversed: true },
      { ...plain, isReversal: true },
    ])
      expect(step(payoutLifecycle, 'completed', { type: 'reverse', reason: 'No' }, facts)).toBeNull();
  });
});
