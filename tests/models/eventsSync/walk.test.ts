import { describe, expect, it } from 'vitest';
import { expectMovesAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { eventsSync } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...eventsSync,
    holds: ({ snapshot, rig }) => {
      // spec 2.47: the button rests from the click until the list is read.
      expect(snapshot.hasTag('busy')).toBe(!snapshot.matches('idle'));
      expect(snapshot.can({ type: 'sync.start' })).toBe(snapshot.matches('idle'));
      expect(rig.jobs.has('startSync')).toBe(snapshot.matches('syncing'));
      // Every sync leads to one reading, none before its end.
      const settled = rig.effects.filter(({ name }) => name === 'relaySettled').length;
      expect(settled).toBe(rig.calls.length - (snapshot.matches('idle') ? 0 : 1));
    },
  },
  table,
  ignored,
);

describe('the sync of events', () => {
  const start = () => {
    const rig = createRig(eventsSync.machine, undefined);
    rig.actor.start();
    rig.actor.send({ type: 'sync.start' });
    return rig;
  };
  const names = (rig: ReturnType<typeof start>) => rig.effects.map(({ name }) => name);

  it('spec 9.08: the list is read 2000 ms after the answer, not at 1999', async () => {
    const rig = start();
    rig.clock.increment(60_000);
    expect(rig.actor.getSnapshot().value).toBe('syncing');
    await rig.resolve('startSync');
    expectMovesAt(rig, 2000);
    expect(rig.actor.getSnapshot().value).toBe('idle');
    expect(names(rig)).toEqual(['relaySettled']);
  });

  it('spec 8.15: a failure is only logged and the list is read all the same', async () => {
    const rig = start();
    await rig.reject('startSync', { status: 503 });
    expect(rig.effects).toEqual([{ name: 'logFailure', params: { error: { status: 503 } } }]);
    expectMovesAt(rig, 2000);
    expect(names(rig)).toEqual(['logFailure', 'relaySettled']);
  });

  it('spec 2.47: a second click while it syncs or settles starts nothing', async () => {
    const rig = start();
    rig.actor.send({ type: 'sync.start' });
    await rig.resolve('startSync');
    rig.clock.increment(1000);
    rig.actor.send({ type: 'sync.start' });
    expect(rig.calls).toHaveLength(1);
    rig.clock.increment(1000);
    rig.actor.send({ type: 'sync.start' });
    expect(rig.calls).toHaveLength(2);
  });
});
