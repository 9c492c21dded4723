import { describe, expect, it } from 'vitest';
import { holdLifecycle } from '../../../contract/lifecycles/hold.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine, type MachineCases } from '../support/walk.ts';

const plain = { own: false, setByActor: false, dayReached: false };

const hold: MachineCases<typeof holdLifecycle> = {
  machine: holdLifecycle,
  inputs: [plain, { ...plain, own: true }, { ...plain, dayReached: true }],
  cases: { release: [{}], expire: [{}], hold: [{}] },
  project: ({ own, dayReached }) => [own, dayReached],
};

/** Decisions 2.08: held → released by someone else, or ended by its day; then it can be held again. */
describeMachine(
  hold,
  `
hold.held --release[0 mayRelease]--> hold.released
hold.held --expire[0 isOver]--> hold.ended
hold.released --hold[0]--> hold.held
hold.ended --hold[0]--> hold.held
`,
  `
held: hold — it is held already
released, ended: release, expire — there is nothing to end any more
`,
);

describe('decisions 2.08: a hold', () => {
  it('is not released by the owner of the record, unless they placed it', () => {
    expect(step(holdLifecycle, 'held', { type: 'release' }, plain)).toBe('released');
    expect(step(holdLifecycle, 'held', { type: 'release' }, { ...plain, own: true })).toBeNull();
    expect(step(holdLifecycle, 'held', { type: 'release' }, { ...plain, own: true, setByActor: true })).toBe('released');
  });

  it('ends on its release day, and is not released after it', () => {
    expect(step(holdLifecycle, 'held', { type: 'expire' }, plain)).toBeNull();
    expect(step(holdLifecycle, 'held', { type: 'expire' }, { ...plain, dayReached: true })).toBe('ended');
    expect(step(holdLifecycle, 'held', { type: 'release' }, { ...plain, dayReached: true })).toBeNull();
  });
});
