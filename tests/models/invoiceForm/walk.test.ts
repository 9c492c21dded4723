import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { body, closed, creating, editing, invoice, invoiceForm, newest, refused, sent, stale } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...invoiceForm,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('saveInvoice')).toBe(snapshot.matches('saving'));
      expect(rig.jobs.has('sendInvoice')).toBe(snapshot.matches('sending'));
      expect(snapshot.hasTag('unsaved')).toBe(snapshot.matches('open') || snapshot.matches('saving'));
      expect(snapshot.hasTag('busy')).toBe(snapshot.matches('saving') || snapshot.matches('sending'));
      const names = rig.effects.map(({ name }) => name).filter((name) => name !== 'askDiscard');
      // It ends once, and only with a response or at the user's request.
      expect(names).toEqual(snapshot.matches('saved') ? ['reportSaved'] : snapshot.matches('closed') ? ['reportClosed'] : []);
    },
  },
  table,
  ignored,
);

describe('spec 2.61, decisions 2.14: the invoice form', () => {
  const start = (input: typeof creating | typeof editing, sends = false) => {
    const rig = createRig(invoiceForm.machine, input);
    rig.actor.start();
    rig.actor.send({ type: 'form.submit', body, sends });
    return rig;
  };

  it('Save as Draft sends the input with the edited version, and returns the saved invoice', async () => {
    const rig = start(editing);
    expect(rig.calls).toEqual([{ id: 'saveInvoice', input: { edited: { id: '7', version: 3 }, body } }]);
    await rig.resolve('saveInvoice', invoice);
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: expect.objectContaining({ output: invoice }) }]);
  });

  it('Create and Send saves the invoice, then sends it', async () => {
    const rig = start(creating, true);
    await rig.resolve('saveInvoice', invoice);
    expect(rig.calls.at(-1)).toEqual({ id: 'sendInvoice', input: { saved: invoice, body } });
    await rig.resolve('sendInvoice', sent);
    expect(rig.effects).toEqual([{ name: 'reportSaved', params: expect.objectContaining({ output: sent }) }]);
  });

  it('a failed send keeps the saved draft: the next try creates no second invoice', async () => {
    const rig = start(creating, true);
    await rig.resolve('saveInvoice', invoice);
    await rig.reject('sendInvoice', closed);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'unsent' });
    expect(rig.actor.getSnapshot().context.error).toBe(
      'The invoice is saved as a draft, but it could not be sent. October 2026 is closed.',
    );
    rig.actor.send({ type: 'form.submit', body, sends: true });
    expect(rig.calls.at(-1)).toEqual({ id: 'saveInvoice', input: { edited: { id: '7', version: 4 }, body } });
  });

  it('closing the form then reports the draft', async () => {
    const rig = start(creating, true);
    await rig.resolve('saveInvoice', invoice);
    await rig.reject('sendInvoice', closed);
    rig.actor.send({ type: 'close.ask', dirty: false });
    expect(rig.effects).toEqual([{ name: 'reportClosed', params: { saved: invoice } }]);
  });

  it('if another user sent the draft meanwhile, shows their version next to the input, and the next save builds on it', async () => {
    const rig = start(editing);
    await rig.reject('saveInvoice', stale);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'conflicted' });
    expect(rig.actor.getSnapshot().context).toMatchObject({ newest, body, error: 'Somebody else was faster.' });
    rig.actor.send({ type: 'form.submit', body, sends: false });
    expect(rig.calls.at(-1)?.input).toEqual({ edited: { id: '7', version: 9 }, body });
  });

  it.each([
    [{ status: 500 }, 'The invoice could not be saved. What you typed is kept.', {}],
    [closed, 'October 2026 is closed.', {}],
    [refused, 'Customer is required', { customer_name: 'Customer is required' }],
  ])('a failed save keeps the form open and says why: %o', async (error, sentence, fields) => {
    const rig = start(creating);
    await rig.reject('saveInvoice', error);
    expect(rig.actor.getSnapshot().value).toEqual({ open: 'failed' });
    expect(rig.actor.getSnapshot().context).toMatchObject({ error: sentence, fields });
  });
});
