import { describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { approved, change, closing, failedRun, failing, payoutRun, proposed, refused } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...payoutRun,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('loadRun')).toBe(snapshot.matches('loading') || snapshot.matches('rereading'));
      expect(rig.jobs.has('saveStep')).toBe(snapshot.matches('saving'));
      expect(snapshot.hasTag('busy')).toBe(['loading', 'saving', 'rereading'].some((state) => snapshot.matches(state as 'loading')));
      if (snapshot.matches('asking')) expect(snapshot.context.question).not.toBeNull();
      if (snapshot.matches({ shown: 'proposed' })) expect(snapshot.context.run?.status).toBe('proposed');
    },
  },
  table,
  ignored,
);

describe('decisions 2.16: a payout run', () => {
  const start = async (run: typeof proposed) => {
    const rig = createRig(payoutRun.machine, { id: '3' });
    rig.actor.start();
    await rig.resolve('loadRun', run);
    return rig;
  };

  it('is changed by hand with a reason; what failed stays asked', async () => {
    const rig = await start(proposed);
    rig.actor.send({ type: 'question.open', question: { userId: '7', about: 'change' } });
    rig.actor.send({ type: 'question.answer', step: change });
    expect(rig.calls.at(-1)?.input).toEqual({ run: proposed, step: change });
    await rig.reject('saveStep', refused);
    expect(rig.actor.getSnapshot().value).toBe('asking');
    expect(rig.actor.getSnapshot().context.fields).toEqual({ reason: 'A reason is required' });
  });

  it('takes an answer only to what was asked, of the same person', async () => {
    const rig = await start(proposed);
    rig.actor.send({ type: 'question.open', question: { userId: '7', about: 'change' } });
    for (const step of [{ kind: 'approve' }, failing, { ...change, userId: '8' }] as const)
      rig.actor.send({ type: 'question.answer', step });
    expect(rig.actor.getSnapshot().value).toBe('asking');
  });

  it('asks why it is completed without the payments that failed, and takes no answer to another question', async () => {
    const early = await start(approved);
    early.actor.send({ type: 'question.open', question: { about: 'close' } });
    expect(early.actor.getSnapshot().value).toEqual({ shown: 'approved' });
    const rig = await start(failedRun);
    rig.actor.send({ type: 'question.open', question: { about: 'close' } });
    for (const step of [{ kind: 'complete' }, failing, change] as const) rig.actor.send({ type: 'question.answer', step });
    expect(rig.actor.getSnapshot().value).toBe('asking');
    rig.actor.send({ type: 'question.answer', step: closing });
    expect(rig.calls.at(-1)?.input).toEqual({ run: failedRun, step: closing });
  });

  it('does only what the server offers', async () => {
    const rig = await start(proposed);
    rig.actor.send({ type: 'run.step', step: { kind: 'complete' } });
    rig.actor.send({ type: 'run.step', step: failing });
    rig.actor.send({ type: 'question.open', question: { userId: '7', about: 'fail' } });
    expect(rig.actor.getSnapshot().value).toEqual({ shown: 'proposed' });
    const later = await start(approved);
    later.actor.send({ type: 'run.step', step: failing });
    expect(later.calls.at(-1)?.input).toEqual({ run: approved, step: failing });
  });
  it('a step that is done is not told as failed where the run cannot be read after it', async () => {
    const rig = await start(proposed);
    rig.actor.send({ type: 'question.open', question: { userId: '7', about: 'change' } });
    rig.actor.send({ type: 'question.answer', step: change });
    await rig.resolve('saveStep');
    await rig.reject('loadRun', { status: 500 });
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { question: null, error: messages.payoutRuns.oneFailed },
    });
  });
  it('is read again below the question, which stays as long as it may be asked', async () => {
    const rig = await start(proposed);
    const tryAgain = async (run: typeof proposed): Promise<void> => {
      rig.actor.send({ type: 'question.answer', step: change });
      await rig.reject('saveStep', { status: 409, data: { message: 'Somebody else has changed this run.' } });
      rig.actor.send({ type: 'run.retry' });
      await rig.resolve('loadRun', run);
    };
    rig.actor.send({ type: 'question.open', question: { userId: '7', about: 'change' } });
    await tryAgain({ ...proposed, version: 2 });
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { run: { version: 2 }, error: null } });
    await tryAgain(approved);
    expect(rig.actor.getSnapshot()).toMatchObject({
      value: { shown: 'approved' },
      context: { question: null, error: 'Somebody else has changed this run.' },
    });
  });
});
