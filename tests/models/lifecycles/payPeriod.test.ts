import { describe, expect, it } from 'vitest';
import { payPeriodLifecycle } from '../../../contract/lifecycles/payPeriod.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const free = {
  pendingAdjustments: 0,
  openDisputes: 0,
  isOver: true,
  earlierOpen: 0,
  computing: 0,
  signed: 2,
  signersNeeded: 2,
  wasClosed: false,
};

/** Decisions 2.11: open → review → closed → reopened (admin, with a reason). */
describeMachine(
  {
    machine: payPeriodLifecycle,
    inputs: [free, { ...free, wasClosed: true }, { ...free, openDisputes: 1 }],
    cases: { review: [{}], back: [{}], close: [{}], reopen: [{ reason: 'no' }, { reason: 'a late invoice' }] },
    project: () => [],
  },
  `
payPeriod.open --review[0]--> payPeriod.review
payPeriod.review --close[0 hasNoBlockers]--> payPeriod.closed
payPeriod.review --back[0 wasClosed]--> payPeriod.reopened
payPeriod.review --back[1]--> payPeriod.open
payPeriod.closed --reopen[0 hasReason]--> payPeriod.reopened
payPeriod.reopened --review[0]--> payPeriod.review
`,
  `
open, reopened: close, back — it is reviewed first
open, reopened, review: reopen — it is not closed
review: review — it is being reviewed
closed: review, back, close — it is reopened first, with a reason
`,
);

describe('a month', () => {
  it.each([{ pendingAdjustments: 1 }, { openDisputes: 1 }, { isOver: false }, { earlierOpen: 1 }, { computing: 1 }, { signed: 1 }])(
    'decisions 2.11: does not close while %j',
    (blocked) => {
      expect(step(payPeriodLifecycle, 'review', { type: 'close' }, { ...free, ...blocked })).toBeNull();
      expect(step(payPeriodLifecycle, 'review', { type: 'close' }, free)).toBe('closed');
    },
  );

  it('decisions 2.11: a review that ends without closing returns to the state before it', () => {
    expect(step(payPeriodLifecycle, 'review', { type: 'back' }, free)).toBe('open');
    expect(step(payPeriodLifecycle, 'review', { type: 'back' }, { ...free, wasClosed: true })).toBe('reopened');
  });

  it('decisions 2.11: a blank reason counts as none', () => {
    expect(step(payPeriodLifecycle, 'closed', { type: 'reopen', reason: '       ' }, free)).toBeNull();
  });
});
