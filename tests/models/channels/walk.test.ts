import { beforeEach, describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { body, channel, channelsCases, refused } from './cases.ts';
import { ignored, table } from './table.ts';

const runs: Readonly<Record<string, string>> = {
  loading: 'loadChannels',
  saving: 'saveChannel',
  testing: 'testChannel',
  asking: 'askRemove',
  removing: 'removeChannel',
};

describeMachine(
  {
    ...channelsCases,
    holds: ({ snapshot, rig }) => {
      const actor = runs[String(snapshot.value)];
      expect([...rig.jobs.keys()]).toEqual(actor ? [actor] : []);
      // Only what was confirmed is deleted.
      const asked = rig.calls.map(({ id }) => id);
      for (const [index, id] of asked.entries()) if (id === 'removeChannel') expect(asked[index - 1]).toBe('askRemove');
    },
  },
  table,
  ignored,
);

describe('Slack channels (decisions 5.03)', () => {
  const start = () => {
    const rig = createRig(channelsCases.machine, undefined);
    rig.actor.start();
    return rig;
  };
  let rig: ReturnType<typeof start>;
  const asked = () => rig.calls.map(({ id }) => id);
  beforeEach(async () => {
    rig = start();
    await rig.resolve('loadChannels', [channel]);
  });

  it('saves a changed channel as that one, and a new one as new', async () => {
    rig.actor.send({ type: 'channel.change', channel });
    rig.actor.send({ type: 'form.submit', body });
    await rig.resolve('saveChannel', channel);
    await rig.resolve('loadChannels', [channel]);
    rig.actor.send({ type: 'channel.add' });
    rig.actor.send({ type: 'form.submit', body });
    await rig.resolve('saveChannel', channel);
    const saves = rig.calls.filter(({ id }) => id === 'saveChannel').map(({ input }) => input);
    expect(saves).toEqual([
      { edited: channel, body },
      { edited: null, body },
    ]);
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportSaved', 'reportSaved']);
  });

  it('keeps the form open with what the server refused', async () => {
    rig.actor.send({ type: 'channel.add' });
    rig.actor.send({ type: 'form.submit', body });
    await rig.reject('saveChannel', refused);
    expect(rig.actor.getSnapshot()).toMatchObject({ value: 'editing', context: { fields: { topics: 'Choose at least one topic' } } });
  });

  it('shows why a test did not arrive over a list that is read again', async () => {
    rig.actor.send({ type: 'channel.test', channel });
    await rig.reject('testChannel', { status: 409, data: { message: 'The test message was not delivered: gone' } });
    const off = { ...channel, problem: 'gone', off_at: '2026-11-22T12:00:00Z' };
    await rig.resolve('loadChannels', [off]);
    expect(rig.actor.getSnapshot().context).toMatchObject({ channels: [off], error: 'The test message was not delivered: gone' });
  });

  it('deletes after a yes only', async () => {
    rig.actor.send({ type: 'channel.remove', channel });
    await rig.resolve('askRemove', false);
    expect(asked()).not.toContain('removeChannel');
    rig.actor.send({ type: 'channel.remove', channel });
    await rig.resolve('askRemove', true);
    await rig.resolve('removeChannel');
    expect(rig.effects).toEqual([expect.objectContaining({ name: 'reportRemoved' })]);
  });
});
