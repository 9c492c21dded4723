import { expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { holdCases, refused, values } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...holdCases,
    holds: ({ snapshot, rig }) => {
      expect([rig.jobs.has('saveHold'), rig.jobs.has('releaseHold')]).toEqual([snapshot.matches('saving'), snapshot.matches('releasing')]);
      expect(snapshot.hasTag('form')).toBe(snapshot.matches('editing') || snapshot.matches('saving'));
    },
  },
  table,
  ignored,
);

it('decisions 2.08: a refusal is shown at its field, and the input is kept', async () => {
  const rig = createRig(holdCases.machine, undefined, {});
  rig.actor.start();
  rig.actor.send({ type: 'hold.open' });
  rig.actor.send({ type: 'hold.submit', values });
  expect(rig.calls.at(-1)).toEqual({ id: 'saveHold', input: values });
  await rig.reject('saveHold', refused);
  expect(rig.actor.getSnapshot()).toMatchObject({ value: 'editing', context: { values, fields: { reason: 'Reason is required' } } });
});
