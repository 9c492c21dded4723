import { describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { EARLIER, LATER, network } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...network,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('askServer')).toBe(snapshot.matches({ offline: 'asking' }));
      // Stored figures are never on a page that claims to be current.
      if (snapshot.context.asOf !== null) expect(snapshot.hasTag('offline') || snapshot.hasTag('outdated')).toBe(true);
    },
  },
  table,
  ignored,
);

describe('the network', () => {
  const started = () => {
    const rig = createRig(network.machine, undefined);
    const renewals: unknown[] = [];
    const departures: unknown[] = [];
    rig.actor.on('page.renew' as never, (event) => void renewals.push(event));
    rig.actor.on('figures.left' as never, (event) => void departures.push(event));
    rig.actor.start();
    return { ...rig, renewals, departures, state: () => rig.actor.getSnapshot().value, asOf: () => rig.actor.getSnapshot().context.asOf };
  };

  it('decisions 8.09: names the oldest stored answer on a page', () => {
    const { actor, asOf } = started();
    for (const at of [LATER, EARLIER, LATER]) actor.send({ type: 'answer.restored', at });
    expect(asOf()).toBe(EARLIER);
    actor.send({ type: 'place.changed' });
    actor.send({ type: 'answer.restored', at: LATER });
    expect(asOf()).toBe(LATER);
  });

  it('decisions 8.09: checks again after ten seconds, and reloads stored figures only on request', async () => {
    const { actor, clock, state, reject, resolve, renewals } = started();
    actor.send({ type: 'answer.restored', at: LATER });
    await reject('askServer', {});
    clock.increment(limits.network.askAgainMs - 1);
    expect(state()).toEqual({ offline: 'waiting' });
    clock.increment(1);
    expect(state()).toEqual({ offline: 'asking' });
    await resolve('askServer', undefined);
    expect([state(), renewals]).toEqual(['outdated', []]);
    actor.send({ type: 'figures.renew' });
    expect([state(), renewals.length]).toEqual(['connected', 1]);
  });

  it('decisions 8.09: leaving a page with stored figures clears the caches, offline and later', async () => {
    const { actor, departures, resolve, asOf } = started();
    actor.send({ type: 'place.changed' });
    expect(departures).toEqual([]);
    actor.send({ type: 'answer.restored', at: LATER });
    actor.send({ type: 'place.changed' });
    expect(departures.length).toBe(1);
    actor.send({ type: 'answer.restored', at: LATER });
    await resolve('askServer', undefined);
    actor.send({ type: 'place.changed' });
    expect([departures.length, asOf()]).toEqual([2, null]);
  });

  it('decisions 8.09: a server silent for four seconds counts as unreachable, and is checked again when the network returns', async () => {
    const { actor, clock, state, resolve } = started();
    actor.send({ type: 'network.lost', at: null });
    clock.increment(limits.network.patienceMs - 1);
    expect(state()).toEqual({ offline: 'asking' });
    clock.increment(1);
    expect(state()).toEqual({ offline: 'waiting' });
    actor.send({ type: 'network.returned' });
    clock.increment(limits.network.patienceMs - 1);
    actor.send({ type: 'network.returned' });
    clock.increment(limits.network.patienceMs - 1);
    expect(state()).toEqual({ offline: 'asking' });
    await resolve('askServer', undefined);
    expect(state()).toBe('connected');
  });

  it('decisions 8.09: losing the network changes nothing on the page if the server still answers', async () => {
    const { actor, state, resolve } = started();
    actor.send({ type: 'network.lost', at: EARLIER });
    await resolve('askServer', undefined);
    expect(state()).toBe('connected');
  });
});
