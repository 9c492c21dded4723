import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { body, changing, payment, paymentForm, recording, refused, stale, twin } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...paymentForm,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('savePayment')).toBe(snapshot.matches('saving'));
      expect(snapshot.hasTag('unsaved')).toBe(snapshot.matches('open') || snapshot.matches('saving'));
      const names = rig.effects.map(({ name }) => name).filter((name) => name !== 'askDiscard');
      // It ends once, and only with an answer or a wish.
      expect(names).toEqual(snapshot.matches('saved') ? ['reportSaved'] : snapshot.matches('closed') ? ['reportClosed'] : []);
    },
  },
  table,
  ignored,
);

describe('decisions 2.15: the form of a payment', () => {
  const start = (input: typeof recording | typeof changing) => {
    const rig = createRig(paymentForm.machine, input);
    rig.actor.start();
    rig.actor.send({ type: 'form.submit', body });
    return rig;
  };

  it('asks about one like it, and saves it when that is confirmed', async () => {
    const rig = start(recording);
    await rig.reject('savePayment', twin);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'asking' });
    expect(rig.actor.getSnapshot().context.twin?.id).toBe('cp-12');
    rig.actor.send({ type: 'twin.confirm', body });
    expect(rig.calls.map(({ input }) => (input as { confirmed: boolean }).confirmed)).toEqual([false, true]);
    await rig.resolve('savePayment', payment);
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: { payment } }]);
  });

  it('forgets the answer to that question once something else is sent', async () => {
    const rig = start(recording);
    await rig.reject('savePayment', twin);
    rig.actor.send({ type: 'form.submit', body: { amount: '90.00' } });
    expect(rig.calls.at(-1)?.input).toEqual({ edited: null, body: { amount: '90.00' }, confirmed: false });
  });

  it('takes a yes only for what was asked about: what was changed since is sent like any other', async () => {
    const rig = start(recording);
    await rig.reject('savePayment', twin);
    rig.actor.send({ type: 'twin.confirm', body: { amount: '90.00' } });
    expect(rig.calls.at(-1)?.input).toEqual({ edited: null, body: { amount: '90.00' }, confirmed: false });
  });

  it('somebody else was faster: the next save starts from their version', async () => {
    const rig = start(changing);
    await rig.reject('savePayment', stale);
    expect(rig.actor.getSnapshot().context).toMatchObject({ edited: { id: 'cp-12', version: 7 }, error: 'Somebody else was faster.' });
  });

  it('names the field that was refused', async () => {
    const rig = start(recording);
    await rig.reject('savePayment', refused);
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: 'Amount is required', fields: { amount: 'Amount is required' } });
  });
});
