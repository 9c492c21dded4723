import { describe, expect, it } from 'vitest';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { computed, computing, configChange, conflict, request, settings } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...configChange,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('requestChange')).toBe(snapshot.matches('asking'));
      expect(rig.jobs.has('findChange')).toBe(snapshot.matches('checking'));
      expect(rig.jobs.has('confirmChange')).toBe(snapshot.matches('saving'));
      // Only a computed impact can be confirmed, by typing its total.
      if (snapshot.matches('saving')) expect(snapshot.context.typedTotal).toBe('$4,200.00');
      expect(snapshot.can({ type: 'change.confirm' })).toBe(snapshot.matches('shown') && snapshot.context.typedTotal === '$4,200.00');
    },
  },
  table,
  ignored,
);

describe('decisions 2.07: a controlled configuration change', () => {
  const start = async () => {
    const rig = createRig(configChange.machine, { request, day: '' });
    rig.actor.start();
    rig.actor.send({ type: 'impact.ask' });
    expect(rig.actor.getSnapshot().value).toBe('dating');
    rig.actor.send({ type: 'day.choose', day: '2026-10-01' });
    rig.actor.send({ type: 'impact.ask' });
    expect(rig.calls.at(-1)?.input).toEqual({ request, day: '2026-10-01' });
    await rig.resolve('requestChange', computing);
    return rig;
  };

  it('polls the progress until it is computed', async () => {
    const rig = await start();
    rig.clock.increment(699);
    expect(rig.actor.getSnapshot().value).toBe('waiting');
    rig.clock.increment(1);
    await rig.resolve('findChange', computing);
    expect(rig.actor.getSnapshot().value).toBe('waiting');
    rig.clock.increment(700);
    await rig.resolve('findChange', computed);
    expect(rig.actor.getSnapshot().value).toBe('shown');
  });

  it('is saved with the displayed total, and a conflict keeps the input', async () => {
    const rig = await start();
    rig.clock.increment(700);
    await rig.resolve('findChange', computed);
    for (const text of ['', '4200.01', '4.200,00', 'all']) {
      rig.actor.send({ type: 'total.type', text });
      rig.actor.send({ type: 'change.confirm' });
      expect(rig.actor.getSnapshot().value, text).toBe('shown');
    }
    rig.actor.send({ type: 'total.type', text: '4,200' });
    rig.actor.send({ type: 'change.confirm' });
    expect(rig.calls.at(-1)?.input).toEqual({ id: '5', total: '4,200' });
    await rig.reject('confirmChange', conflict);
    expect(rig.actor.getSnapshot().context).toMatchObject({ typedTotal: '4,200', error: 'Somebody else saved the settings.' });
    rig.actor.send({ type: 'change.confirm' });
    await rig.resolve('confirmChange', settings);
    expect(rig.effects.map(({ name }) => name)).toEqual(['reportSaved']);
  });
});
