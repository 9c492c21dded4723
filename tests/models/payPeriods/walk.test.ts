import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { check, months, payPeriods } from './cases.ts';
import { ignored, table } from './table.ts';

const runs: Readonly<Record<string, string>> = {
  loading: 'loadPeriods',
  confirming: 'confirmClose',
  asking: 'askReason',
  saving: 'saveStep',
  renewing: 'loadPeriods',
  checking: 'checkKept',
};

describeMachine(
  {
    ...payPeriods,
    holds: ({ snapshot, rig }) => {
      const actor = runs[String(snapshot.value)];
      expect([...rig.jobs.keys()]).toEqual(actor ? [actor] : []);
      const saving = rig.jobs.get('saveStep')?.input as { step: { action: string; reason?: string } } | undefined;
      // Never reopen a month without a reason.
      if (saving?.step.action === 'reopen') expect(saving.step.reason).toBe('A late invoice');
    },
  },
  table,
  ignored,
);

describe('pay periods', () => {
  const start = () => {
    const rig = createRig(payPeriods.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let live: ReturnType<typeof start>;
  const context = () => live.actor.getSnapshot().context;
  const saves = () => live.calls.filter(({ id }) => id === 'saveStep').map(({ input }) => input);
  beforeEach(async () => {
    live = start();
    await live.resolve('loadPeriods', months);
  });

  it('decisions 2.11: a review is saved, told and the list read again', async () => {
    live.actor.send({ type: 'step.choose', step: { id: '2026-11', action: 'review' } });
    await live.resolve('saveStep');
    const step = { id: '2026-11', action: 'review' };
    expect(saves()).toEqual([{ step }]);
    expect(live.effects).toEqual([{ name: 'reportDone', params: { step, periods: months } }]);
    expect(live.actor.getSnapshot().value).toBe('loading');
    expect(context().step).toBeNull();
  });

  it('decisions 2.11: a month is closed only after it was confirmed', async () => {
    const close = { type: 'step.choose', step: { id: '2026-10', action: 'close' } } as const;
    live.actor.send(close);
    expect(live.calls.at(-1)).toEqual({ id: 'confirmClose', input: { period: months[1] } });
    await live.resolve('confirmClose', false);
    expect(saves()).toEqual([]);
    live.actor.send(close);
    await live.resolve('confirmClose', true);
    expect(saves()).toEqual([{ step: close.step }]);
  });

  it('decisions 2.11: reopening sends the reason, cut at its ends; a short one is refused and a cancelled one is nothing', async () => {
    const reopen = { type: 'step.choose', step: { id: '2026-09', action: 'reopen' } } as const;
    live.actor.send(reopen);
    await live.resolve('askReason', null);
    expect(context().error).toBeNull();
    live.actor.send(reopen);
    await live.resolve('askReason', '  four');
    expect(context().error).toBe('The reason must be at least 5 characters. Nothing was changed.');
    expect(saves()).toEqual([]);
    live.actor.send(reopen);
    expect(context().error).toBeNull();
    await live.resolve('askReason', ' fives ');
    expect(saves()).toEqual([{ step: { ...reopen.step, reason: 'fives' } }]);
  });

  it('decisions 2.11: the hash of a closing is checked again, and a change since is trouble', async () => {
    live.actor.send({ type: 'hash.check', id: '2026-11' });
    expect(live.actor.getSnapshot().value).toBe('shown');
    live.actor.send({ type: 'hash.check', id: '2026-09' });
    await live.resolve('checkKept', check(true));
    expect(live.effects).toEqual([{ name: 'reportCheck', params: { month: '2026-09', check: check(true) } }]);
    live.actor.send({ type: 'hash.check', id: '2026-09' });
    await live.resolve('checkKept', check(false));
    expect(context().error).toContain('The figures 2026-09 was closed with were changed afterwards');
  });

  it('what the server does not name is not asked of it', () => {
    live.actor.send({ type: 'step.choose', step: { id: '2026-11', action: 'close' } });
    live.actor.send({ type: 'step.choose', step: { id: '2020-01', action: 'review' } });
    expect(live.actor.getSnapshot().value).toBe('shown');
    expect(live.calls).toHaveLength(1);
  });

  it("a refused step shows the server's sentence and changes nothing", async () => {
    live.actor.send({ type: 'step.choose', step: { id: '2026-11', action: 'review' } });
    await live.reject('saveStep', { status: 409, data: { message: 'Somebody else did that.' } });
    expect(context()).toMatchObject({ periods: months, step: null, error: 'Somebody else did that.' });
  });

  it.each([409, 503, null])(
    'a step answered with %s may be about another state: the months are read again, under the sentence',
    async (status) => {
      live.actor.send({ type: 'step.choose', step: { id: '2026-11', action: 'review' } });
      await live.reject('saveStep', { status, data: { message: 'Fay was faster.' } });
      expect(live.calls.map(({ id }) => id)).toEqual(['loadPeriods', 'saveStep', 'loadPeriods']);
      await live.resolve('loadPeriods', [months[2]]);
      expect(context()).toMatchObject({ periods: [months[2]], error: 'Fay was faster.' });
      expect(live.actor.getSnapshot().value).toBe('shown');
    },
  );

  it('months that could not be read again stay as they were, under the sentence', async () => {
    live.actor.send({ type: 'step.choose', step: { id: '2026-11', action: 'review' } });
    await live.reject('saveStep', { status: 409, data: { message: 'Fay was faster.' } });
    await live.reject('loadPeriods', { status: 503 });
    expect(context()).toMatchObject({ periods: months, error: 'Fay was faster.' });
    expect(live.actor.getSnapshot().value).toBe('shown');
  });

  it('a step that was refused for what it says reads nothing again', async () => {
    live.actor.send({ type: 'step.choose', step: { id: '2026-11', action: 'review' } });
    await live.reject('saveStep', { status: 422, data: { message: 'No.' } });
    expect(live.calls.map(({ id }) => id)).toEqual(['loadPeriods', 'saveStep']);
  });
});
