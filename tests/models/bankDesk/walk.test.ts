import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { bankDesk, ignoring, matched, proposed, refused, stale, waiting } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...bankDesk,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('loadTransaction')).toBe(snapshot.matches('loading') || snapshot.matches('rereading'));
      expect(rig.jobs.has('saveDecision')).toBe(snapshot.matches('saving'));
      expect(snapshot.context.form !== null && snapshot.matches('shown')).toBe(false);
    },
  },
  table,
  ignored,
);

const opened = async (transaction = proposed) => {
  const rig = createRig(bankDesk.machine, { id: '7' }, {});
  rig.actor.start();
  await rig.resolve('loadTransaction', transaction);
  return rig;
};

describe('decisions 2.15: a bank transaction', () => {
  it('is accepted as it was proposed', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'proposal.accept' });
    expect(rig.calls.at(-1)?.input).toEqual({
      transaction: proposed,
      decision: { kind: 'match', lines: [{ kind: 'invoice', id: '31', amount: '1000.00' }], remember: false },
    });
    await rig.resolve('saveDecision', matched);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { transaction: matched, form: null } });
    rig.actor.send({ type: 'proposal.accept' });
    expect(rig.actor.getSnapshot().matches('shown')).toBe(true);
  });

  it('has nothing to accept where nothing is proposed', async () => {
    const rig = await opened(waiting);
    expect(rig.actor.getSnapshot().can({ type: 'proposal.accept' })).toBe(false);
    expect(rig.actor.getSnapshot().can({ type: 'form.open', form: 'split' })).toBe(true);
  });

  const refusedAsStale = async () => {
    const rig = await opened();
    rig.actor.send({ type: 'form.open', form: 'ignore' });
    rig.actor.send({ type: 'form.submit', decision: ignoring });
    await rig.reject('saveDecision', stale);
    return rig;
  };

  it('keeps its form when the server refuses', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'form.open', form: 'ignore' });
    rig.actor.send({ type: 'form.submit', decision: ignoring });
    await rig.reject('saveDecision', refused);
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'asking',
      context: { form: 'ignore', fields: { reason: 'A reason is required' } },
    });
  });

  it('is read again below its form when somebody else was faster, and decided as it is now', async () => {
    const rig = await refusedAsStale();
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'rereading', context: { form: 'ignore' } });
    const newer = { ...waiting, version: 3 };
    await rig.resolve('loadTransaction', newer);
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'asking',
      context: { form: 'ignore', transaction: newer, error: 'Somebody else has changed this transaction.' },
    });
    rig.actor.send({ type: 'form.submit', decision: ignoring });
    expect(rig.calls.at(-1)?.input).toEqual({ transaction: newer, decision: ignoring });
  });

  it('keeps its form, but submits nothing, when somebody else has matched it', async () => {
    const rig = await refusedAsStale();
    await rig.resolve('loadTransaction', matched);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { form: 'ignore', transaction: matched } });
    expect(rig.actor.getSnapshot().can({ type: 'form.submit', decision: ignoring })).toBe(false);
    expect(rig.actor.getSnapshot().can({ type: 'form.close' })).toBe(true);
  });

  it('is read again when somebody else was faster and no form is open', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'proposal.accept' });
    await rig.reject('saveDecision', stale);
    await rig.resolve('loadTransaction', matched);
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'shown',
      context: { form: null, error: 'Somebody else has changed this transaction.' },
    });
  });
});
