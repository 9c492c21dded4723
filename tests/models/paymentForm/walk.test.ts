import { describe, expect, it } from 'vitest';
import { describeForm } from '../support/editedForm.ts';
import { createRig } from '../support/rig.ts';
import { body, changing, duplicateRefusal, payment, paymentForm, recording, refused, stale } from './cases.ts';

describeForm(paymentForm);

describe('decisions 2.15: the payment form', () => {
  const start = (input: typeof recording | typeof changing) => {
    const rig = createRig(paymentForm.machine, input);
    rig.actor.start();
    rig.actor.send({ type: 'form.submit', body });
    return rig;
  };

  it('asks about a similar payment, and saves it once confirmed', async () => {
    const rig = start(recording);
    await rig.reject('saveForm', duplicateRefusal);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'asking' });
    expect(rig.actor.getSnapshot().context.question?.id).toBe('cp-12');
    rig.actor.send({ type: 'question.confirm', body });
    expect(rig.calls.map(({ input }) => input)).toEqual([
      { ...recording, body },
      { ...recording, body, confirmed: true },
    ]);
    await rig.resolve('saveForm', payment);
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: { saved: payment } }]);
  });

  it('forgets the answer once something else is sent', async () => {
    const rig = start(recording);
    await rig.reject('saveForm', duplicateRefusal);
    rig.actor.send({ type: 'form.submit', body: { amount: '90.00' } });
    expect(rig.calls.at(-1)?.input).toEqual({ edited: null, body: { amount: '90.00' } });
  });

  it('accepts a confirmation only for its own payment: a change since then is sent like any other', async () => {
    const rig = start(recording);
    await rig.reject('saveForm', duplicateRefusal);
    rig.actor.send({ type: 'question.confirm', body: { amount: '90.00' } });
    expect(rig.calls.at(-1)?.input).toEqual({ edited: null, body: { amount: '90.00' } });
  });

  it('after another user’s save, the next save builds on their version', async () => {
    const rig = start(changing);
    await rig.reject('saveForm', stale);
    expect(rig.actor.getSnapshot().context).toMatchObject({ edited: { id: 'cp-12', version: 7 }, error: 'Somebody else was faster.' });
  });

  it('names the refused field', async () => {
    const rig = start(recording);
    await rig.reject('saveForm', refused);
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: 'Amount is required', fields: { amount: 'Amount is required' } });
  });
});
