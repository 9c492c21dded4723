import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { body, profile, refused } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...profile,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('saveProfile')).toBe(snapshot.matches('saving'));
      // Leaving asks first from the first change until the response.
      expect(snapshot.hasTag('unsaved')).toBe(snapshot.matches({ editing: 'changed' }) || snapshot.matches('saving'));
    },
  },
  table,
  ignored,
);

describe("one's own profile", () => {
  const start = () => {
    const rig = createRig(profile.machine, undefined);
    rig.actor.start();
    rig.actor.send({ type: 'profile.edit' });
    rig.actor.send({ type: 'form.changed', dirty: true });
    rig.actor.send({ type: 'form.submit', body });
    return rig;
  };

  it('spec 2.62, decisions 4.04: sends the input and reports success only after the answer', async () => {
    const rig = start();
    expect(rig.calls).toEqual([{ id: 'saveProfile', input: body }]);
    expect(rig.effects.map(({ name }) => name)).toEqual(['resetForm']);
    await rig.resolve('saveProfile');
    expect(rig.effects.map(({ name }) => name)).toEqual(['resetForm', 'reportSaved']);
    expect(rig.actor.getSnapshot().value).toBe('viewing');
  });

  it.each([
    [refused, 'Please correct it.', { first_name: 'First name is required' }],
    [{ status: 500 }, 'Failed to update profile', {}],
    [new TypeError('fetch failed'), 'The server could not be reached. What you see is kept; try again in a moment.', {}],
  ])('a failed save keeps the input, unsaved: %o', async (error, sentence, fields) => {
    const rig = start();
    await rig.reject('saveProfile', error);
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: sentence, fields });
    expect(rig.actor.getSnapshot().hasTag('unsaved')).toBe(true);
    rig.actor.send({ type: 'form.cancel' });
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: null, fields: {} });
  });
});
