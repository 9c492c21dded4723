import { expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { imports, userImports } from './cases.ts';

describeDesk({
  ...userImports,
  unreachable: { ...userImports.unreachable, 'userImports.shown --step.submit[1]--> userImports.saving': 'every undo is confirmed first' },
});

it('undoes an import only after confirmation, and no import twice', async () => {
  const rig = createRig(userImports.machine, undefined);
  rig.actor.start();
  await rig.resolve('load', imports);
  expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: { id: '1', title: 'people.csv' } })).toBe(false);
  rig.actor.send({ type: 'step.submit', step: { id: '2', title: 'people.csv' } });
  await rig.resolve('confirm', true);
  expect(rig.calls.map(({ id }) => id)).toEqual(['load', 'confirm', 'save']);
});
