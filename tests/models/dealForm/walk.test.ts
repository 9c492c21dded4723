import { describe, expect, it } from 'vitest';
import { deal } from '../dealsBoard/cases.ts';
import { describeForm } from '../support/editedForm.ts';
import { createRig } from '../support/rig.ts';
import { body, connected, creating, dealForm, editing, newest, refused, stale } from './cases.ts';

describeForm(dealForm);

describe('decisions 2.17: the deal form', () => {
  const start = (input: typeof creating | typeof editing) => {
    const rig = createRig(dealForm.machine, input);
    rig.actor.start();
    rig.actor.send({ type: 'form.submit', body });
    return rig;
  };

  it('sends the input with the edited version, and returns the saved deal', async () => {
    const rig = start(editing);
    expect(rig.calls).toEqual([{ id: 'saveForm', input: { edited: { id: '7', version: 4 }, body } }]);
    await rig.resolve('saveForm', deal);
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: { saved: deal } }]);
  });

  it('two editors: shows the newest version beside the input, and the next save builds on it', async () => {
    const rig = start(editing);
    await rig.reject('saveForm', stale);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'conflicted' });
    expect(rig.actor.getSnapshot().context).toMatchObject({ newest, body, error: 'Somebody else was faster.' });
    rig.actor.send({ type: 'form.submit', body });
    expect(rig.calls.at(-1)?.input).toEqual({ edited: { id: '7', version: 7 }, body });
  });

  it.each([
    [{ status: 500 }, 'The deal could not be saved. What you typed is kept.', {}],
    [connected, 'This deal belongs to HubSpot.', {}],
    [refused, 'Name is required', { name: 'Name is required' }],
  ])('a failed save keeps the form open and says why: %o', async (error, sentence, fields) => {
    const rig = start(creating);
    await rig.reject('saveForm', error);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'failed' });
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: sentence, fields });
  });
});
