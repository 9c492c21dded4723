import { beforeEach, describe, expect, it } from 'vitest';
import { describeDesk } from '../support/desk.ts';
import { createRig } from '../support/rig.ts';
import { body, channel, channelsCases, notDelivered, refused } from './cases.ts';

describeDesk({
  ...channelsCases,
  holds: ({ rig }) => {
    const calls = rig.calls.map(({ id, input }) => ({ id, kind: (input as { step?: { kind: string } } | undefined)?.step?.kind }));
    // Only a confirmed channel is deleted.
    for (const [index, { id, kind }] of calls.entries())
      if (id === 'save' && kind === 'remove') expect(calls[index - 1]?.id).toBe('confirm');
  },
});

describe('Slack channels (decisions 5.03)', () => {
  const start = () => {
    const rig = createRig(channelsCases.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const steps = () => rig.calls.filter(({ id }) => id === 'save').map(({ input }) => (input as { step: object }).step);
  beforeEach(async () => {
    rig = start();
    await rig.resolve('load', [channel]);
  });

  it('saves a changed channel in place, and a new one as new', async () => {
    for (const edited of [channel, null]) {
      rig.actor.send({ type: 'form.open', form: { edited } });
      rig.actor.send({ type: 'step.submit', step: { kind: 'save', edited, body } });
      await rig.resolve('save', channel);
      await rig.resolve('load', [channel]);
    }
    expect(steps()).toEqual([
      { kind: 'save', edited: channel, body },
      { kind: 'save', edited: null, body },
    ]);
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportSaved', 'reportSaved']);
  });

  it('keeps the form open with the server’s refusal', async () => {
    rig.actor.send({ type: 'form.open', form: { edited: null } });
    rig.actor.send({ type: 'step.submit', step: { kind: 'save', edited: null, body } });
    await rig.reject('save', refused);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'asking', context: { fields: { topics: 'Choose at least one topic' } } });
  });

  it('shows why a test did not arrive, above the reloaded list', async () => {
    rig.actor.send({ type: 'step.submit', step: { kind: 'test', channel } });
    await rig.reject('save', notDelivered);
    const switchedOff = { ...channel, problem: 'gone', off_at: '2026-11-22T12:00:00Z' };
    await rig.resolve('load', [switchedOff]);
    expect(rig.actor.getSnapshot().context).toMatchObject({ content: [switchedOff], error: notDelivered.data.message });
  });

  it('deletes only after confirmation, and saves nothing without a form', async () => {
    rig.actor.send({ type: 'step.submit', step: { kind: 'remove', channel } });
    await rig.resolve('confirm', false);
    rig.actor.send({ type: 'step.submit', step: { kind: 'save', edited: null, body } });
    expect(steps()).toEqual([]);
    rig.actor.send({ type: 'step.submit', step: { kind: 'remove', channel } });
    await rig.resolve('confirm', true);
    await rig.resolve('save', null);
    expect(steps()).toEqual([{ kind: 'remove', channel }]);
  });
});
