import { describe, expect, it } from 'vitest';
import { circuitLifecycle } from '../../../contract/lifecycles/circuit.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

/** Decisions 7.01: an outside system that is down isn't called for a while. */
describeMachine(
  {
    machine: circuitLifecycle,
    inputs: [{ failures: 1 }, { failures: 5 }],
    cases: { succeed: [{}], fail: [{}], try: [{}] },
    project: ({ failures }) => [failures],
  },
  `
circuit.closed --succeed[0]--> circuit.closed
circuit.closed --fail[0 isEnough]--> circuit.open
circuit.closed --fail[1]--> circuit.closed
circuit.open --try[0]--> circuit.trying
circuit.open --succeed[0]--> circuit.closed
circuit.open --fail[0]--> circuit.open
circuit.trying --try[0]--> circuit.trying
circuit.trying --succeed[0]--> circuit.closed
circuit.trying --fail[0]--> circuit.open
`,
  `
closed: try — nobody has to try, because everybody calls
`,
);

describe('a failing system', () => {
  it('is skipped after five failures in a row, and returns after one successful call', () => {
    const failing = (failures: number) => step(circuitLifecycle, 'closed', { type: 'fail' }, { failures });
    expect([failing(4), failing(5)]).toEqual(['closed', 'open']);
    expect(step(circuitLifecycle, 'trying', { type: 'succeed' }, { failures: 9 })).toBe('closed');
  });
});
