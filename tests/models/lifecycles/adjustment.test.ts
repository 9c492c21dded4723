import { describe, expect, it } from 'vitest';
import { adjustmentLifecycle } from '../../../contract/lifecycles/adjustment.ts';
import { firstState, step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const facts = { amount: 60_000, threshold: 50_000, authorId: '1', actorId: '1', otherApprovers: 1 };

/** Decisions 2, "Adjustments": pending → approved → void, or pending → rejected; at or under the threshold approved at once. */
describeMachine(
  {
    machine: adjustmentLifecycle,
    inputs: [facts, { ...facts, amount: -50_000 }],
    cases: {
      approve: [{ actorId: '1' }, { actorId: '2' }],
      reject: [{ actorId: '1' }, { actorId: '2' }],
      edit: [{ amount: 10_000 }, { amount: -60_000 }],
      void: [{}],
    },
    project: ({ amount }) => [Math.abs(amount) <= 50_000],
  },
  `
adjustment.submitted --always[0 isSmall]--> adjustment.approved
adjustment.submitted --always[1]--> adjustment.pending
adjustment.pending --approve[0 mayDecide]--> adjustment.approved
adjustment.pending --reject[0 mayDecide]--> adjustment.rejected
adjustment.pending --edit[0]--> adjustment.submitted / keepAmount
adjustment.pending --void[0]--> adjustment.void
adjustment.approved --edit[0]--> adjustment.submitted / keepAmount
adjustment.approved --void[0]--> adjustment.void
`,
);

describe('an adjustment', () => {
  it('decisions 2: exactly 500.00 is approved at once, a cent more waits', () => {
    expect(firstState(adjustmentLifecycle, { ...facts, amount: 50_000 })).toBe('approved');
    expect(firstState(adjustmentLifecycle, { ...facts, amount: -50_001 })).toBe('pending');
  });

  it('decisions 2: its author decides only where nobody else can', () => {
    expect(step(adjustmentLifecycle, 'pending', { type: 'approve', actorId: '1' }, facts)).toBeNull();
    expect(step(adjustmentLifecycle, 'pending', { type: 'approve', actorId: '1' }, { ...facts, otherApprovers: 0 })).toBe('approved');
  });

  it.each(['rejected', 'void'])('decisions 2: %s is an end', (state) => {
    for (const event of [
      { type: 'approve', actorId: '2' },
      { type: 'reject', actorId: '2' },
      { type: 'edit', amount: 1 },
      { type: 'void' },
    ] as const)
      expect(step(adjustmentLifecycle, state, event, facts)).toBeNull();
  });
});
