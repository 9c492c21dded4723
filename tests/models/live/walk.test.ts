import { describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { change, live } from './cases.ts';
import { ignored, table } from './table.ts';

describeMachine(
  {
    ...live,
    holds: ({ snapshot, rig }) => {
      expect(rig.jobs.has('readStream')).toBe(snapshot.matches('streaming'));
      expect(rig.jobs.has('readChanges')).toBe(snapshot.matches({ polling: 'asking' }));
    },
  },
  table,
  ignored,
);

describe('live changes by others', () => {
  const started = () => {
    const rig = createRig(live.machine, undefined, { callbacks: ['readStream'] });
    const changes: unknown[] = [];
    rig.actor.on('change.heard' as never, (event: { change: unknown }) => void changes.push(event.change));
    rig.actor.start();
    rig.actor.send({ type: 'session.began' });
    const state = () => rig.actor.getSnapshot().value;
    const receive = (event: { type: string; change?: typeof change; error?: unknown }) => rig.sendBack('readStream', event);
    return { ...rig, told: changes, state, hear: receive };
  };

  it('continues from the last event received, and starts anew for the next person', () => {
    const { actor, clock, hear, told: changes, calls } = started();
    hear({ type: 'change.heard', change });
    hear({ type: 'stream.ended' });
    clock.increment(limits.live.againMs[1]);
    actor.send({ type: 'session.ended' });
    actor.send({ type: 'session.began' });
    expect(changes).toEqual([change]);
    expect(calls.map(({ input }) => input)).toEqual([{ since: null }, { since: 'here' }, { since: null }]);
  });

  it('polls every 4 s after 6 s without a byte, and retries the stream once the tab is shown', async () => {
    const { actor, clock, state, told: changes, resolve, calls } = started();
    clock.increment(limits.live.firstMs - 1);
    expect(state()).toEqual({ streaming: 'connecting' });
    clock.increment(1);
    expect(state()).toEqual({ polling: 'asking' });
    await resolve('readChanges', change);
    expect(changes).toEqual([change]);
    clock.increment(limits.live.pollMs - 1);
    expect(state()).toEqual({ polling: 'resting' });
    clock.increment(1);
    expect(calls.at(-1)).toEqual({ id: 'readChanges', input: { since: 'here' } });
    actor.send({ type: 'tab.hidden' });
    actor.send({ type: 'tab.shown' });
    expect(state()).toEqual({ streaming: 'connecting' });
  });

  it('treats a stream as lost after 40 s of silence, and waits longer after each break, up to 30 s', () => {
    const { clock, state, hear } = started();
    hear({ type: 'stream.heard' });
    clock.increment(limits.live.silentMs - 1);
    hear({ type: 'stream.heard' });
    clock.increment(limits.live.silentMs - 1);
    expect(state()).toEqual({ streaming: 'open' });
    clock.increment(1);
    expect(state()).toBe('waiting');
    clock.increment(limits.live.againMs[0]);
    for (const ms of [...limits.live.againMs.slice(1), limits.live.againMs.at(-1) ?? 0]) {
      hear({ type: 'stream.failed', error: {} });
      clock.increment(ms - 1);
      expect(state()).toBe('waiting');
      clock.increment(1);
      expect(state()).toEqual({ streaming: 'connecting' });
    }
  });
});
