import { describe, expect, it } from 'vitest';
import { adjustmentLifecycle } from '../../../contract/lifecycles/adjustment.ts';
import { firstState, step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const facts = {
  ...{ amount: 60_000, counted: 0, others: 0, othersCounted: 0, proposed: false, threshold: 50_000 },
  ...{ actorId: '1', mayApprove: true, deciders: ['2'], own: false, setByOther: false, undoable: false },
};
const edit = (amount: number, moved = false, others = 0) => ({ type: 'edit', amount, moved, others }) as const;

/** Decisions 2.10: pending → approved → void, or pending → rejected; amounts up to the threshold are approved at once. */
describeMachine(
  {
    machine: adjustmentLifecycle,
    inputs: [facts, { ...facts, amount: -50_000 }, { ...facts, undoable: true }, { ...facts, amount: -1000, own: true, setByOther: true }],
    cases: {
      approve: [{ actorId: '1' }, { actorId: '2' }],
      reject: [{ actorId: '1' }, { actorId: '2' }],
      edit: [
        { amount: 10_000, moved: false, others: 0 },
        { amount: -60_000, moved: false, others: 0 },
      ],
      void: [{}],
      undo: [{}],
    },
    project: ({ amount, own, undoable }) => [Math.abs(amount) <= 50_000, own, undoable],
  },
  `
adjustment.submitted --always[0 isWithinThreshold]--> adjustment.approved
adjustment.submitted --always[1]--> adjustment.pending
adjustment.pending --approve[0 mayDecide]--> adjustment.approved
adjustment.pending --reject[0 mayDecide]--> adjustment.rejected
adjustment.pending --edit[0 mayChange]--> adjustment.submitted / keepAmount
adjustment.pending --void[0 mayChange]--> adjustment.void
adjustment.approved --edit[0 mayRemove]--> adjustment.submitted / keepAmount
adjustment.approved --void[0 mayRemove]--> adjustment.void
adjustment.approved --undo[0 isUndoable]--> adjustment.pending
adjustment.rejected --undo[0 isUndoable]--> adjustment.pending
`,
  `
approved: approve, reject — it was decided already; what is wrong with it is edited or voided
pending, void: undo — nobody decided about it, or what counted was taken out since
rejected, void: approve, reject, edit, void — it is over: another adjustment is made instead
`,
);

describe('an adjustment', () => {
  it('decisions 2.10: exactly 500.00 is approved at once, and one cent more waits', () => {
    expect(firstState(adjustmentLifecycle, { ...facts, amount: 50_000 })).toBe('approved');
    expect(firstState(adjustmentLifecycle, { ...facts, amount: -50_001 })).toBe('pending');
  });

  it('decisions 2.10: together with its author’s others, exactly 500.00 is approved at once, and one cent more waits', () => {
    const some = { ...facts, amount: 40_000, others: 10_000 };
    expect(firstState(adjustmentLifecycle, some)).toBe('approved');
    expect(firstState(adjustmentLifecycle, { ...some, others: 10_001 })).toBe('pending');
    expect(step(adjustmentLifecycle, 'pending', edit(40_000, false, 10_001), { ...some, others: 0 })).toBe('pending');
    expect(step(adjustmentLifecycle, 'pending', edit(40_000, false, 10_000), { ...some, others: 90_000 })).toBe('approved');
  });

  it('decisions 3.06: an adjustment of one’s own pay waits at any amount, and a deduction by somebody else cannot be changed', () => {
    expect(firstState(adjustmentLifecycle, { ...facts, amount: 1, own: true })).toBe('pending');
    const deducted = { ...facts, amount: -1000, counted: -1000, own: true, setByOther: true };
    for (const state of ['pending', 'approved'] as const) {
      expect(step(adjustmentLifecycle, state, edit(-1), deducted)).toBeNull();
      expect(step(adjustmentLifecycle, state, { type: 'void' }, deducted)).toBeNull();
      expect(step(adjustmentLifecycle, state, { type: 'void' }, { ...deducted, own: false })).toBe('void');
    }
  });

  it('decisions 2.10: a late fact always waits, even after an edit', () => {
    expect(firstState(adjustmentLifecycle, { ...facts, amount: 1, proposed: true })).toBe('pending');
    expect(step(adjustmentLifecycle, 'pending', edit(2), { ...facts, proposed: true })).toBe('pending');
  });

  it('decisions 2.10: its author decides only if nobody else can', () => {
    expect(step(adjustmentLifecycle, 'pending', { type: 'approve', actorId: '1' }, facts)).toBeNull();
    expect(step(adjustmentLifecycle, 'pending', { type: 'approve', actorId: '1' }, { ...facts, deciders: ['1'] })).toBe('approved');
  });

  it('decisions 2.10: the threshold applies to the size of the change, not only to the new amount', () => {
    const counting = { ...facts, amount: 40_000, counted: 40_000 };
    expect(step(adjustmentLifecycle, 'approved', edit(-10_000), counting)).toBe('approved');
    expect(step(adjustmentLifecycle, 'approved', edit(-40_000), counting)).toBe('pending');
    expect(step(adjustmentLifecycle, 'approved', edit(-10_001), counting)).toBe('pending');
    expect(step(adjustmentLifecycle, 'approved', edit(50_001), counting)).toBe('pending');
    expect(step(adjustmentLifecycle, 'approved', edit(-40_000, true), counting)).toBe('approved');
  });

  it('decisions 2.10: above the threshold, only a possible approver may edit or void it', () => {
    const counting = { ...facts, counted: 60_000, actorId: '2' };
    for (const event of [{ type: 'void' } as const, edit(1)]) {
      expect(step(adjustmentLifecycle, 'approved', event, counting)).not.toBeNull();
      expect(step(adjustmentLifecycle, 'approved', event, { ...counting, mayApprove: false })).toBeNull();
      expect(step(adjustmentLifecycle, 'approved', event, { ...counting, actorId: '1' })).toBeNull();
      expect(step(adjustmentLifecycle, 'approved', event, { ...counting, actorId: '1', deciders: ['1'] })).not.toBeNull();
      expect(step(adjustmentLifecycle, 'approved', event, { ...counting, counted: 50_000, mayApprove: false })).not.toBeNull();
      expect(
        step(adjustmentLifecycle, 'approved', event, { ...counting, counted: 50_000, othersCounted: 1, mayApprove: false }),
      ).toBeNull();
    }
  });

  it('decisions 2.10: a decision returns to pending while its author may undo it, and not after', () => {
    for (const state of ['approved', 'rejected']) {
      expect(step(adjustmentLifecycle, state, { type: 'undo' }, { ...facts, undoable: true })).toBe('pending');
      expect(step(adjustmentLifecycle, state, { type: 'undo' }, facts)).toBeNull();
    }
  });

  it.each(['rejected', 'void'])('decisions 2.10: %s is final', (state) => {
    for (const event of [{ type: 'approve', actorId: '2' }, { type: 'reject', actorId: '2' }, edit(1), { type: 'void' }] as const)
      expect(step(adjustmentLifecycle, state, event, facts)).toBeNull();
  });
});
