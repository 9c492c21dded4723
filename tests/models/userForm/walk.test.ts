import { describe, expect, it } from 'vitest';
import { describeForm } from '../support/editedForm.ts';
import { createRig } from '../support/rig.ts';
import { other } from '../users/cases.ts';
import { adding, body, editing, lastAdmin, newest, refused, stale, userForm } from './cases.ts';

describeForm(userForm);

describe('the user form', () => {
  const start = (input: typeof adding | typeof editing) => {
    const rig = createRig(userForm.machine, input);
    rig.actor.start();
    rig.actor.send({ type: 'form.submit', body });
    return rig;
  };

  it('spec 7.16: sends the person with the edited version, and returns the saved one', async () => {
    const rig = start(editing);
    expect(rig.calls).toEqual([{ id: 'saveForm', input: { edited: { id: '9', version: 4 }, body } }]);
    const saved = { user: other, password: null };
    await rig.resolve('saveForm', saved);
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: { saved } }]);
  });

  it('two editors: keeps the newest version beside the input, and the next save builds on it', async () => {
    const rig = start(editing);
    await rig.reject('saveForm', stale);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'conflicted' });
    expect(rig.actor.getSnapshot().context).toMatchObject({ newest, body, fields: {} });
    expect(rig.actor.getSnapshot().context.error).toBe(
      'Somebody else saved this user while you were editing. Your changes are kept here; compare and save again.',
    );
    rig.actor.send({ type: 'form.submit', body });
    expect(rig.calls.at(-1)?.input).toEqual({ edited: { id: '9', version: 7 }, body });
  });

  it.each([
    [adding, {}, 'Failed to create user', {}],
    [adding, { status: 500 }, 'Failed to create user', {}],
    [editing, { status: 500 }, 'Failed to update user', {}],
    [editing, lastAdmin, 'This is the last active administrator.', {}],
    [adding, refused, 'Please correct it.', { first_name: 'First name is required' }],
  ])('spec 8.12: a failed save keeps the form open and says why: %o %o', async (input, error, sentence, fields) => {
    const rig = start(input);
    await rig.reject('saveForm', error);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'failed' });
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: sentence, fields });
    rig.actor.send({ type: 'form.submit', body });
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: null, fields: {} });
  });
});
