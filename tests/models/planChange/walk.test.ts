import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { planChange, read, unread } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...planChange,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('loadChange')).toBe(snapshot.matches('loading'));
      expect(rig.jobs.has('acknowledgeChange')).toBe(snapshot.matches('acknowledging'));
      if (snapshot.matches('unread')) expect(snapshot.context.notice).not.toBeNull();
    },
  },
  table,
  ignored,
);

describe('decisions 2.09: a change of one’s own plan', () => {
  it('is acknowledged with the hash of what was shown', async () => {
    const rig = createRig(planChange.machine, { version: '3' });
    rig.actor.start();
    rig.actor.send({ type: 'change.acknowledge' });
    expect(rig.calls.map(({ id }) => id)).toEqual(['loadChange']);
    await rig.resolve('loadChange', unread);
    rig.actor.send({ type: 'change.acknowledge' });
    expect(rig.calls.at(-1)?.input).toEqual({ version: '3', sha256: unread.sha256 });
    await rig.resolve('acknowledgeChange', read);
    expect(rig.actor.getSnapshot().value).toBe('read');
  });
});
