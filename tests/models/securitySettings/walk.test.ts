import { expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { changed, forbidden, securitySettingsCases, stored } from './cases.ts';

describeDesk(securitySettingsCases);

it('decisions 4.16: shows rules as saved once the server has accepted them', async () => {
  const rig = createRig(securitySettingsCases.machine, undefined);
  rig.actor.start();
  await rig.resolve('load', stored);
  rig.actor.send({ type: 'step.submit', step: { kind: 'save', settings: changed } });
  await rig.reject('save', forbidden);
  expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { content: stored, error: forbidden.data.message } });
  rig.actor.send({ type: 'step.submit', step: { kind: 'save', settings: changed } });
  await rig.resolve('save', changed);
  expect(rig.actor.getSnapshot().context.content).toEqual(changed);
});
