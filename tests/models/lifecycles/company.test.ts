import { describe, expect, it } from 'vitest';
import { companyLifecycle } from '../../../contract/lifecycles/company.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const ready = { sellers: 3, hasPlan: true, warned: false, accepted: false, undoable: true };

/** Decisions 8.07: settingUp → live, undone for ten minutes. */
describeMachine(
  {
    machine: companyLifecycle,
    inputs: [ready, { ...ready, sellers: 0 }, { ...ready, hasPlan: false }, { ...ready, undoable: false }],
    cases: { go_live: [{}], undo: [{}] },
    project: ({ sellers, hasPlan, undoable }) => [sellers, hasPlan, undoable],
  },
  `
company.settingUp --go_live[0 isReady]--> company.live
company.live --undo[0 isUndoable]--> company.settingUp
`,
  `
settingUp: undo — it is not live
live: go_live — it is live
`,
);

describe('decisions 8.07: a company goes live', () => {
  const goLive = (facts: Partial<typeof ready>) => step(companyLifecycle, 'settingUp', { type: 'go_live' }, { ...ready, ...facts });

  it('requires sellers and a plan', () => {
    expect(goLive({})).toBe('live');
    expect(goLive({ sellers: 0 })).toBeNull();
    expect(goLive({ hasPlan: false })).toBeNull();
  });

  it('requires every warning to be accepted', () => {
    expect(goLive({ warned: true })).toBeNull();
    expect(goLive({ warned: true, accepted: true })).toBe('live');
  });

  it('returns to set-up only while that can be undone', () => {
    expect(step(companyLifecycle, 'live', { type: 'undo' }, { ...ready, undoable: false })).toBeNull();
  });
});
