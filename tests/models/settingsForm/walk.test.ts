import { describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { body, settingsForm } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...settingsForm,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('saveSettings')).toBe(snapshot.matches('saving'));
      expect(snapshot.hasTag('unsaved')).toBe(snapshot.matches('changed') || snapshot.matches('saving'));
    },
  },
  table,
  ignored,
);

describe('a tab of Settings', () => {
  const start = () => {
    const rig = createRig(settingsForm.machine, undefined);
    rig.actor.start();
    rig.actor.send({ type: 'form.changed', dirty: true });
    rig.actor.send({ type: 'form.submit', body });
    return rig;
  };

  it('spec 2.63: says "saved" for exactly 3 s, and only after the answer', async () => {
    const rig = start();
    expect(rig.calls).toEqual([{ id: 'saveSettings', input: body }]);
    expect(rig.effects).toEqual([]);
    await rig.resolve('saveSettings');
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: { body } }]);
    expectChangeAt(rig, 3000);
    expect(rig.actor.getSnapshot().value).toBe('pristine');
  });

  it('unchanged values are not saved', () => {
    const rig = createRig(settingsForm.machine, undefined);
    rig.actor.start();
    rig.actor.send({ type: 'form.submit', body });
    rig.actor.send({ type: 'form.changed', dirty: false });
    rig.actor.send({ type: 'form.submit', body });
    expect(rig.calls).toEqual([]);
  });

  it('a failed save keeps the choice and says why; Cancel restores the saved one', async () => {
    const rig = start();
    await rig.reject('saveSettings', { status: 500 });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'changed', context: { error: 'The settings could not be saved.' } });
    rig.actor.send({ type: 'form.cancel' });
    expect(rig.effects.map(({ name }) => name)).toEqual(['resetForm']);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'pristine', context: { error: null } });
  });
});
