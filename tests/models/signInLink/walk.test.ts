import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { gone, signInLink, submit } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...signInLink,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.size).toBe(snapshot.matches('checking') || snapshot.matches('saving') ? 1 : 0);
      if (!snapshot.matches('saving')) expect(JSON.stringify(snapshot.context)).not.toContain(submit.next);
    },
  },
  table,
  ignored,
);

describe('choosing a password with a link', () => {
  const create = () => createRig(signInLink.machine, { token: 'sl_one' });
  let rig: ReturnType<typeof create>;
  beforeEach(async () => {
    rig = create();
    rig.actor.start();
    await rig.resolve('readLink', { email: 'sam@demo.test' });
  });
  const now = () => rig.actor.getSnapshot();

  it('sends the token with the password, and signs in', async () => {
    rig.actor.send({ type: 'password.submit', ...submit });
    expect(rig.calls).toEqual([
      { id: 'readLink', input: { token: 'sl_one' } },
      { id: 'takeLink', input: { token: 'sl_one', new_password: 'twelve chars' } },
    ]);
    await rig.resolve('takeLink');
    expect(now().value).toBe('taken');
    expect(rig.effects).toEqual([{ name: 'signIn', params: { email: 'sam@demo.test', password: 'twelve chars' } }]);
  });

  it('mismatched passwords are an alert without a call', () => {
    rig.actor.send({ type: 'password.submit', ...submit, confirm: 'another one' });
    expect(rig.effects.map(({ name }) => name)).toEqual(['alertMismatch']);
    expect(rig.calls).toHaveLength(1);
  });

  it('a refused password can be corrected; a link used meanwhile cannot', async () => {
    rig.actor.send({ type: 'password.submit', ...submit });
    await rig.reject('takeLink', { status: 422, data: { message: 'Please correct it.', errors: { new_password: 'Too common' } } });
    expect(now().value).toBe('asking');
    expect(now().context.fields).toEqual({ new_password: 'Too common' });
    rig.actor.send({ type: 'password.submit', ...submit });
    await rig.reject('takeLink', gone);
    expect([now().value, now().context.error]).toEqual(['refused', 'This link was used already.']);
  });
});
