import { expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { comment, draftComments } from './cases.ts';

describeDesk({
  ...draftComments,
  holds: ({ rig }) => {
    for (const { id, input } of rig.calls) if (id === 'save') expect(input).not.toMatchObject({ step: { text: '  ' } });
  },
});

it('decisions 2.36: a saved comment appears below the earlier ones, and the field is cleared', async () => {
  const rig = createRig(draftComments.machine, undefined);
  rig.actor.start();
  await rig.resolve('load', []);
  rig.actor.send({ type: 'step.submit', step: { text: 'Too low' } });
  await rig.resolve('save', [comment]);
  expect(rig.actor.getSnapshot().context.content).toEqual([comment]);
  expect(rig.effects.map(({ name }) => name)).toEqual(['reportSaved']);
});
