import { expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { byHand, byPlan, people, splitCases, stale, values } from './cases.ts';

describeDesk(splitCases);

it("decisions 2.08: another user's saved version is shown, and the next save overwrites it", async () => {
  const rig = createRig(splitCases.machine, undefined, {});
  rig.actor.start();
  await rig.resolve('load', { split: byPlan, people });
  rig.actor.send({ type: 'step.submit', step: { kind: 'share', values } });
  expect(rig.calls.at(-1)).toMatchObject({ id: 'save', input: { content: { split: { version: 0 } }, step: { values } } });
  await rig.reject('save', stale);
  await rig.resolve('load', { split: byHand, people });
  expect(rig.actor.getSnapshot()).toMatchObject({
    value: 'shown',
    context: { content: { split: byHand }, error: 'Somebody else changed the split.' },
  });
  rig.actor.send({ type: 'step.submit', step: { kind: 'share', values } });
  expect(rig.calls.at(-1)?.input).toMatchObject({ content: { split: { version: 4 } } });
});
