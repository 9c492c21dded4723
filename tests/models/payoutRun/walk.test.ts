import { describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { approved, change, closing, failedRun, failing, payoutRun, proposed, refused } from './cases.ts';

describeDesk(payoutRun);

describe('decisions 2.16: a payout run', () => {
  const start = async (run: typeof proposed) => {
    const rig = createRig(payoutRun.machine, undefined);
    rig.actor.start();
    await rig.resolve('load', run);
    return rig;
  };

  it('can be changed by hand with a reason, and a failure keeps the form open', async () => {
    const rig = await start(proposed);
    rig.actor.send({ type: 'form.open', form: { userId: '7', about: 'change' } });
    rig.actor.send({ type: 'step.submit', step: change });
    expect(rig.calls.at(-1)?.input).toEqual({ content: proposed, step: change });
    await rig.reject('save', refused);
    expect(rig.actor.getSnapshot().value).toBe('asking');
    expect(rig.actor.getSnapshot().context.fields).toEqual({ reason: 'A reason is required' });
  });

  it('accepts an answer only to the current question, about the same person', async () => {
    const rig = await start(proposed);
    rig.actor.send({ type: 'form.open', form: { userId: '7', about: 'change' } });
    for (const step of [{ kind: 'approve' }, failing, { ...change, userId: '8' }] as const) rig.actor.send({ type: 'step.submit', step });
    expect(rig.actor.getSnapshot().value).toBe('asking');
  });

  it('asks why it is completed without the failed payments, and ignores answers to other questions', async () => {
    const early = await start(approved);
    early.actor.send({ type: 'form.open', form: { about: 'close' } });
    expect(early.actor.getSnapshot().value).toBe('shown');
    const rig = await start(failedRun);
    rig.actor.send({ type: 'form.open', form: { about: 'close' } });
    for (const step of [{ kind: 'complete' }, failing, change] as const) rig.actor.send({ type: 'step.submit', step });
    expect(rig.actor.getSnapshot().value).toBe('asking');
    rig.actor.send({ type: 'step.submit', step: closing });
    expect(rig.calls.at(-1)?.input).toEqual({ content: failedRun, step: closing });
  });

  it('takes only steps that the server offers', async () => {
    const rig = await start(proposed);
    rig.actor.send({ type: 'step.submit', step: { kind: 'complete' } });
    rig.actor.send({ type: 'step.submit', step: failing });
    rig.actor.send({ type: 'form.open', form: { userId: '7', about: 'fail' } });
    expect(rig.actor.getSnapshot().value).toBe('shown');
    const later = await start(approved);
    later.actor.send({ type: 'step.submit', step: failing });
    expect(later.calls.at(-1)?.input).toEqual({ content: approved, step: failing });
  });
  it('a completed step is not reported as failed if the run cannot be loaded afterwards', async () => {
    const rig = await start(proposed);
    rig.actor.send({ type: 'form.open', form: { userId: '7', about: 'change' } });
    rig.actor.send({ type: 'step.submit', step: change });
    await rig.resolve('save');
    await rig.reject('load', { status: 500 });
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { form: null, error: messages.payoutRuns.oneFailed },
    });
  });
  it('reloads below the question, which stays while it applies', async () => {
    const rig = await start(proposed);
    const tryAgain = async (run: typeof proposed): Promise<void> => {
      rig.actor.send({ type: 'step.submit', step: change });
      await rig.reject('save', { status: 409, data: { message: 'Somebody else has changed this run.' } });
      await rig.resolve('load', run);
    };
    rig.actor.send({ type: 'form.open', form: { userId: '7', about: 'change' } });
    await tryAgain({ ...proposed, version: 2 });
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'asking',
      context: { content: { version: 2 }, error: 'Somebody else has changed this run.' },
    });
    await tryAgain(approved);
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'shown',
      context: { content: { status: 'approved' }, form: null, error: 'Somebody else has changed this run.' },
    });
  });

  it('is approved or cancelled only after confirmation', async () => {
    const rig = await start(proposed);
    for (const kind of ['approve', 'cancel'] as const) {
      rig.actor.send({ type: 'step.submit', step: { kind } });
      await rig.resolve('confirm', false);
      expect(rig.actor.getSnapshot().value).toBe('shown');
    }
    expect(rig.calls.map(({ id }) => id)).toEqual(['load', 'confirm', 'confirm']);
    rig.actor.send({ type: 'step.submit', step: { kind: 'approve' } });
    await rig.resolve('confirm', true);
    expect(rig.calls.at(-1)).toEqual({ id: 'save', input: { content: proposed, step: { kind: 'approve' } } });
  });
});
