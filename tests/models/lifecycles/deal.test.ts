import { describe, expect, it } from 'vitest';
import { dealLifecycle } from '../../../contract/lifecycles/deal.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const stages = ['Prospecting', 'Proposal'];
const ours = { connected: false, complete: true, stage: 'Prospecting', stages };
const theirs = { ...ours, connected: true };
const unknown = { ...ours, complete: false };

/** Decisions 2.17: open stages → won or lost (with a reason) → reopened. */
describeMachine(
  {
    machine: dealLifecycle,
    inputs: [ours, theirs, unknown],
    cases: {
      edit: [{}],
      move: [{ stage: 'Proposal' }, { stage: 'Prospecting' }, { stage: 'Demo done' }],
      win: [{}],
      lose: [{ reason: 'Chose another vendor' }, { reason: '  ' }],
      reopen: [{}],
    },
    project: ({ connected, complete }) => [connected, complete],
  },
  `
deal.open --edit[0 isOurs]--> deal.open
deal.open --move[0 isOtherStage]--> deal.open
deal.open --win[0 isComplete]--> deal.won
deal.open --lose[0 hasReason]--> deal.lost
deal.won --reopen[0 isOurs]--> deal.open
deal.lost --reopen[0 isOurs]--> deal.open
`,
  `
open: reopen — it is open
won, lost: edit, move, win, lose — it is over until somebody reopens it
`,
);

describe('decisions 2.17: a deal', () => {
  it('takes no transition here if it belongs to a connected CRM', () => {
    for (const event of [
      { type: 'edit' },
      { type: 'move', stage: 'Proposal' },
      { type: 'win' },
      { type: 'lose', reason: 'No budget' },
    ] as const)
      expect(step(dealLifecycle, 'open', event, theirs), event.type).toBeNull();
    expect(step(dealLifecycle, 'won', { type: 'reopen' }, theirs)).toBeNull();
  });

  it('cannot be won while its owner or amount is unknown', () => expect(step(dealLifecycle, 'open', { type: 'win' }, unknown)).toBeNull());

  it('moves from a removed stage to an existing one, never the reverse', () => {
    const gone = { ...ours, stage: 'Demo done' };
    expect(step(dealLifecycle, 'open', { type: 'move', stage: 'Proposal' }, gone)).toBe('open');
    expect(step(dealLifecycle, 'open', { type: 'move', stage: 'Demo done' }, ours)).toBeNull();
  });

  it('is lost only with a reason', () => expect(step(dealLifecycle, 'open', { type: 'lose', reason: ' ' }, ours)).toBeNull());
});
