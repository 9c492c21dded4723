import { describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { eventsSync } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...eventsSync,
    holds: ({ snapshot, rig }) => {
      // spec 2.47: the button is disabled from the click until the list has been read.
      expect(snapshot.hasTag('busy')).toBe(!snapshot.matches('idle'));
      expect(snapshot.can({ type: 'sync.start' })).toBe(snapshot.matches('idle'));
      expect(rig.jobs.has('startSync')).toBe(snapshot.matches('syncing'));
      expect(rig.jobs.has('readSync')).toBe(snapshot.matches('watching'));
      // The list is read after every finished sync.
      const started = rig.calls.filter(({ id }) => id === 'startSync').length;
      const settled = rig.effects.filter(({ name }) => name === 'relaySettled').length;
      expect(settled).toBeGreaterThanOrEqual(started - (snapshot.matches('idle') ? 0 : 1));
    },
  },
  table,
  ignored,
);

describe('the events sync', () => {
  const start = () => {
    const rig = createRig(eventsSync.machine, undefined);
    rig.actor.start();
    rig.actor.send({ type: 'sync.start' });
    return rig;
  };
  const names = (rig: ReturnType<typeof start>) => rig.effects.map(({ name }) => name);

  it('spec 9.08: reloads the list 2000 ms after the answer, not at 1999', async () => {
    const rig = start();
    rig.clock.increment(60_000);
    expect(rig.actor.getSnapshot().value).toBe('syncing');
    await rig.resolve('startSync', null);
    expectChangeAt(rig, 2000);
    expect(rig.actor.getSnapshot().value).toBe('idle');
    expect(names(rig)).toEqual(['relaySettled']);
  });

  it('spec 8.15: only logs a failure, and still reloads the list', async () => {
    const rig = start();
    await rig.reject('startSync', { status: 503 });
    expect(rig.effects).toEqual([{ name: 'logFailure', params: { error: { status: 503 } } }]);
    expectChangeAt(rig, 2000);
    expect(names(rig)).toEqual(['logFailure', 'relaySettled']);
  });

  it('decisions 7.07: polls the progress of the runs every second until they end, and then reloads the list', async () => {
    const rig = start();
    await rig.resolve('startSync', { id: '7-8', open: true, done: 0, total: null });
    expectChangeAt(rig, 2000);
    expect(rig.calls.at(-1)).toMatchObject({ id: 'readSync', input: { id: '7-8' } });
    await rig.resolve('readSync', { id: '7-8', open: true, done: 20, total: 40 });
    expect(rig.actor.getSnapshot().context.progress).toMatchObject({ done: 20, total: 40 });
    expectChangeAt(rig, 1000);
    await rig.resolve('readSync', { id: '7-8', open: false, done: 40, total: 40 });
    expect([rig.actor.getSnapshot().value, names(rig)]).toEqual(['idle', ['relaySettled', 'relaySettled']]);
    expect(rig.actor.getSnapshot().context.progress).toBe(null);
  });

  it('a run that cannot be polled ends, and the list reloads', async () => {
    const rig = start();
    await rig.resolve('startSync', { id: '7', open: true, done: 0, total: null });
    expectChangeAt(rig, 2000);
    await rig.reject('readSync', { status: 503 });
    expect([rig.actor.getSnapshot().value, names(rig)]).toEqual(['idle', ['relaySettled', 'logFailure', 'relaySettled']]);
  });

  it('spec 2.47: a second click during a sync or its wait starts nothing', async () => {
    const rig = start();
    rig.actor.send({ type: 'sync.start' });
    await rig.resolve('startSync', null);
    rig.clock.increment(1000);
    rig.actor.send({ type: 'sync.start' });
    expect(rig.calls).toHaveLength(1);
    rig.clock.increment(1000);
    rig.actor.send({ type: 'sync.start' });
    expect(rig.calls).toHaveLength(2);
  });
});
