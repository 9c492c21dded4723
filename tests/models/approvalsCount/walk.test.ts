import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { approvalsCount } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...approvalsCount,
    holds: ({ snapshot, rig }) => expect(rig.jobs.has('countApprovals')).toBe(snapshot.matches('counting')),
  },
  table,
  ignored,
);

describe('the approvals badge', () => {
  it('decisions 5.01: counts again after a minute, and at once after a decision', async () => {
    const rig = createRig(approvalsCount.machine, undefined);
    rig.actor.start();
    await rig.resolve('countApprovals', 3);
    expect(rig.actor.getSnapshot().context.count).toBe(3);
    rig.clock.increment(59_999);
    expect(rig.actor.getSnapshot().value).toBe('resting');
    rig.clock.increment(1);
    expect(rig.actor.getSnapshot().value).toBe('counting');
    await rig.resolve('countApprovals', 4);
    rig.actor.send({ type: 'count.refresh' });
    expect(rig.actor.getSnapshot().value).toBe('counting');
  });
});
