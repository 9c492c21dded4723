import { describe, expect, it } from 'vitest';
import { goalLifecycle } from '../../../contract/lifecycles/goal.ts';
import { firstState, step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const facts = { target: 15, progress: 12, isOver: false };

/** Spec 2.42, decisions 3.04: a month's goal is open or reached depending on the facts, and ends with its month. */
describeMachine(
  {
    machine: goalLifecycle,
    inputs: [facts, { ...facts, progress: 15 }, { ...facts, isOver: true }, { ...facts, progress: 15, isOver: true }],
    cases: { change: [{ target: 10 }, { target: 20 }], remove: [{}] },
    project: ({ target, progress, isOver }) => [progress >= target, isOver],
  },
  `
goal.weighed --always[0 isMet]--> goal.met
goal.weighed --always[1 isOver]--> goal.missed
goal.weighed --always[2 isReached]--> goal.reached
goal.weighed --always[3]--> goal.open
goal.open --change[0]--> goal.weighed / keepTarget
goal.open --remove[0]--> goal.removed
goal.reached --change[0]--> goal.weighed / keepTarget
goal.reached --remove[0]--> goal.removed
`,
  `
met, missed: change, remove — its month is over: what came of it stands
removed: change, remove — it is gone: another one is set instead
`,
);

describe('a goal', () => {
  it.each([
    ['12 of 15 during its month', 12, false, 'open'],
    ['15 of 15 during its month', 15, false, 'reached'],
    ['16 of 15 after its month', 16, true, 'met'],
    ['14 of 15 after its month', 14, true, 'missed'],
  ])('spec 2.42: with %s is %s', (_case, progress, isOver, state) =>
    expect(firstState(goalLifecycle, { target: 15, progress, isOver })).toBe(state),
  );

  it('decisions 3.04: a lower target may be reached at once, and a higher one reopens it', () => {
    expect(step(goalLifecycle, 'open', { type: 'change', target: 12 }, facts)).toBe('reached');
    expect(step(goalLifecycle, 'reached', { type: 'change', target: 20 }, { ...facts, progress: 15 })).toBe('open');
    expect(step(goalLifecycle, 'missed', { type: 'change', target: 1 }, { ...facts, isOver: true })).toBeNull();
  });
});
