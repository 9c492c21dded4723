import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { changePassword, submit } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...changePassword,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.size).toBe(snapshot.matches('saving') ? 1 : 0);
      // The password is removed from memory after its call.
      if (!snapshot.matches('saving')) expect(JSON.stringify(snapshot.context)).not.toContain(submit.next);
    },
  },
  table,
  ignored,
);

describe('changing a password', () => {
  const create = () => createRig(changePassword.machine, undefined);
  let rig: ReturnType<typeof create>;
  const context = () => rig.actor.getSnapshot().context;

  beforeEach(() => {
    rig = create();
    rig.actor.start();
  });

  it('spec 5.10: mismatched new passwords are an alert without a server call', () => {
    rig.actor.send({ type: 'password.submit', ...submit, confirm: 'another one' });
    expect(rig.effects.map(({ name }) => name)).toEqual(['alertMismatch']);
    expect(rig.calls).toEqual([]);
  });

  it('decisions 4.02: sends the current and the new password, and notifies the session', async () => {
    rig.actor.send({ type: 'password.submit', ...submit });
    expect(rig.calls).toEqual([{ id: 'changePassword', input: { current_password: 'old one', new_password: 'twelve chars' } }]);
    await rig.resolve('changePassword');
    expect(rig.actor.getSnapshot().value).toBe('saved');
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportChanged']);
  });

  it("a refusal shows the server's messages and can be corrected", async () => {
    rig.actor.send({ type: 'password.submit', ...submit });
    await rig.reject('changePassword', {
      status: 422,
      data: { message: 'Please correct it.', errors: { new_password: 'Choose another.' } },
    });
    expect(context()).toMatchObject({ error: 'Please correct it.', fields: { new_password: 'Choose another.' } });
    rig.actor.send({ type: 'password.submit', ...submit });
    expect(context()).toMatchObject({ error: null, fields: {} });
    await rig.reject('changePassword', { status: 500 });
    expect(context().error).toBe('Failed to change password');
    rig.actor.send({ type: 'password.submit', ...submit });
    await rig.reject('changePassword', new TypeError('fetch failed'));
    expect(context().error).toBe('The server could not be reached. What you see is kept; try again in a moment.');
    expect(rig.effects).toEqual([]);
  });
});
