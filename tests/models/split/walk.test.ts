import { expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { byHand, byPlan, people, splitCases, stale, typed } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...splitCases,
    holds: ({ snapshot, rig }) => {
      for (const [id, state] of [
        ['loadSplit', 'loading'],
        ['saveSplit', 'saving'],
        ['removeSplit', 'removing'],
      ] as const)
        expect(rig.jobs.has(id)).toBe(snapshot.matches(state));
    },
  },
  table,
  ignored,
);

it('decisions 2.08: what somebody else saved stands there, and the next save is over that', async () => {
  const rig = createRig(splitCases.machine, undefined, {});
  rig.actor.start();
  await rig.resolve('loadSplit', { split: byPlan, people });
  rig.actor.send({ type: 'split.submit', typed });
  expect(rig.calls.at(-1)).toEqual({ id: 'saveSplit', input: { ...typed, version: 0 } });
  await rig.reject('saveSplit', stale);
  expect(rig.actor.getSnapshot()).toMatchObject({
    value: 'editing',
    context: { split: byHand, typed, error: 'Somebody else changed the split.' },
  });
  rig.actor.send({ type: 'split.submit', typed });
  expect(rig.calls.at(-1)?.input).toMatchObject({ version: 4 });
});
