import { describe, expect, it } from 'vitest';
import { disputeLifecycle } from '../../../contract/lifecycles/dispute.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const facts = { openedBy: '7', actorId: '7' };
const explanation = 'The invoice was split.';

/** Decisions 2.13: open → in review → resolved or withdrawn. */
describeMachine(
  {
    machine: disputeLifecycle,
    inputs: [facts],
    cases: {
      take: [{ actorId: '7' }, { actorId: '3' }],
      resolve: [
        { actorId: '3', explanation },
        { actorId: '3', explanation: 'no' },
        { actorId: '7', explanation },
      ],
      withdraw: [{ actorId: '7' }, { actorId: '3' }],
      reply: [{}],
    },
    project: () => [],
  },
  `
dispute.open --take[0 isOther]--> dispute.in_review
dispute.open --withdraw[0 isAsker]--> dispute.withdrawn
dispute.open --reply[0]--> dispute.open
dispute.in_review --resolve[0 hasExplanation]--> dispute.resolved
dispute.in_review --withdraw[0 isAsker]--> dispute.withdrawn
dispute.in_review --reply[0]--> dispute.in_review
`,
  `
open: resolve — nobody resolves what nobody took
in_review: take — somebody has it already
resolved, withdrawn: take, withdraw, reply, resolve — it is over: another question is asked instead
`,
);

describe('a question about an amount', () => {
  it('is not decided by its author, nor withdrawn by anybody else', () => {
    expect(step(disputeLifecycle, 'open', { type: 'take', actorId: '7' }, facts)).toBeNull();
    expect(step(disputeLifecycle, 'in_review', { type: 'resolve', actorId: '7', explanation }, facts)).toBeNull();
    expect(step(disputeLifecycle, 'in_review', { type: 'withdraw', actorId: '3' }, facts)).toBeNull();
  });

  it.each(['resolved', 'withdrawn'])('is over once it is %s', (state) => {
    expect(step(disputeLifecycle, state, { type: 'reply' }, facts)).toBeNull();
  });
});
