import { describe, expect, it } from 'vitest';
import { toDeskProposal } from '../../../src/machines/bank/bankDesk.machine.ts';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { bankDesk, ignoring, matched, proposed, refused, stale, waiting } from './cases.ts';

describeDesk({
  ...bankDesk,
  holds: ({ snapshot }) => expect(snapshot.context.form !== null && snapshot.matches('shown')).toBe(false),
});

const opened = async (transaction = proposed) => {
  const rig = createRig(bankDesk.machine, undefined);
  rig.actor.start();
  await rig.resolve('load', transaction);
  return rig;
};

describe('decisions 2.15: a bank transaction', () => {
  it('can be accepted as proposed', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'step.submit', step: toDeskProposal(proposed) });
    expect(rig.calls.at(-1)?.input).toEqual({
      content: proposed,
      step: { kind: 'match', lines: [{ kind: 'invoice', id: '31', amount: '1000.00' }], remember: false },
    });
    await rig.resolve('save', matched);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'shown', context: { content: matched, form: null } });
    rig.actor.send({ type: 'step.submit', step: toDeskProposal(proposed) });
    expect(rig.actor.getSnapshot().matches('shown')).toBe(true);
  });

  it('cannot be accepted without a proposal', async () => {
    const rig = await opened(waiting);
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: toDeskProposal(waiting) })).toBe(false);
    expect(rig.actor.getSnapshot().can({ type: 'form.open', form: 'split' })).toBe(true);
  });

  const refusedAsStale = async () => {
    const rig = await opened();
    rig.actor.send({ type: 'form.open', form: 'ignore' });
    rig.actor.send({ type: 'step.submit', step: ignoring });
    await rig.reject('save', stale);
    return rig;
  };

  it('keeps its form if the server refuses', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'form.open', form: 'ignore' });
    rig.actor.send({ type: 'step.submit', step: ignoring });
    await rig.reject('save', refused);
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'asking',
      context: { form: 'ignore', fields: { reason: 'A reason is required' } },
    });
  });

  it('reloads below its form if another user was faster, and is decided in its new state', async () => {
    const rig = await refusedAsStale();
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'rereading', context: { form: 'ignore' } });
    const newer = { ...waiting, version: 3 };
    await rig.resolve('load', newer);
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'asking',
      context: { form: 'ignore', content: newer, error: 'Somebody else has changed this transaction.' },
    });
    rig.actor.send({ type: 'step.submit', step: ignoring });
    expect(rig.calls.at(-1)?.input).toEqual({ content: newer, step: ignoring });
  });

  it('keeps its form, but submits nothing, if another user has matched it', async () => {
    const rig = await refusedAsStale();
    await rig.resolve('load', matched);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { form: 'ignore', content: matched } });
    expect(rig.actor.getSnapshot().can({ type: 'step.submit', step: ignoring })).toBe(false);
    expect(rig.actor.getSnapshot().can({ type: 'form.close' })).toBe(true);
  });

  it('reloads if another user was faster and no form is open', async () => {
    const rig = await opened();
    rig.actor.send({ type: 'step.submit', step: toDeskProposal(proposed) });
    await rig.reject('save', stale);
    await rig.resolve('load', matched);
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'shown',
      context: { form: null, error: 'Somebody else has changed this transaction.' },
    });
  });
});
