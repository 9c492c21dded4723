import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { allocation, customer, items, nobody, payerInput } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...allocation,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('loadItems')).toBe(snapshot.matches('loading'));
      expect(snapshot.context.payer === null).toBe(snapshot.matches('empty'));
      expect(snapshot.context.error !== null).toBe(snapshot.matches('failed'));
    },
  },
  table,
  ignored,
);

describe('decisions 2.15: the allocation of a payment', () => {
  const start = async (input: typeof nobody | typeof payerInput) => {
    const rig = createRig(allocation.machine, input);
    rig.actor.start();
    return rig;
  };
  const lines = (rig: Awaited<ReturnType<typeof start>>) => rig.actor.getSnapshot().context.lines;

  it('is proposed oldest due first, and again for each new amount', async () => {
    const rig = await start(nobody);
    rig.actor.send({ type: 'amount.change', amount: 120_00 });
    rig.actor.send({ type: 'payer.choose', payer: customer });
    await rig.resolve('loadItems', items);
    expect(lines(rig)).toEqual({ 'invoice-1': '100.00', 'invoice-2': '20.00' });
    rig.actor.send({ type: 'amount.change', amount: 40_00 });
    expect(lines(rig)).toEqual({ 'invoice-1': '40.00' });
  });

  it('starts with the chosen invoice', async () => {
    const rig = await start(nobody);
    rig.actor.send({ type: 'amount.change', amount: 300_00 });
    rig.actor.send({ type: 'payer.choose', payer: { ...customer, first: 'invoice-2' } });
    await rig.resolve('loadItems', items);
    expect(lines(rig)).toEqual({ 'invoice-1': '50.00', 'invoice-2': '250.00' });
  });

  it('keeps input until a new proposal is requested', async () => {
    const rig = await start(payerInput);
    await rig.resolve('loadItems', items);
    rig.actor.send({ type: 'line.type', key: 'invoice-1', text: '7.5' });
    rig.actor.send({ type: 'amount.change', amount: 300_00 });
    expect(lines(rig)).toEqual({ 'invoice-1': '7.5', 'invoice-2': '100.00' });
    rig.actor.send({ type: 'proposal.take' });
    expect(lines(rig)).toEqual({ 'invoice-1': '100.00', 'invoice-2': '200.00' });
  });
});
