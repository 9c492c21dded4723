import { beforeEach, describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { importRun, refused, run } from './cases.ts';
import { ignored, table } from './table.ts';

const runs: Readonly<Record<string, string>> = {
  loading: 'loadRun',
  looking: 'loadRun',
  asking: 'askStep',
  saving: 'saveStep',
  rereading: 'loadRun',
};

describeMachine(
  {
    ...importRun,
    holds: ({ snapshot, rig }) => {
      const actor = runs[String(snapshot.value)];
      expect([...rig.jobs.keys()]).toEqual(actor ? [actor] : []);
      // A step is stored only while it is running and its run exists.
      if (!snapshot.matches('gone')) expect(snapshot.context.step !== null).toBe(snapshot.matches('asking') || snapshot.matches('saving'));
      if (snapshot.context.step !== null && !snapshot.matches('gone')) expect(snapshot.context.run).not.toBeNull();
    },
  },
  table,
  ignored,
);

describe('an open import', () => {
  const start = () => {
    const rig = createRig(importRun.machine, { id: '12', listed: 'processing' });
    rig.actor.start();
    return rig;
  };
  let live: ReturnType<typeof start>;
  const value = () => live.actor.getSnapshot().value;
  const effects = () => live.effects.map(({ name }) => name);
  beforeEach(() => {
    live = start();
  });

  it('decisions 8.02: is polled every 1,000 ms while the server works on it, and notifies the list when it ends', async () => {
    await live.resolve('loadRun', run('processing'));
    expectChangeAt(live, 1000);
    await live.resolve('loadRun', run('processing'));
    expectChangeAt(live, 1000);
    expect(effects()).toEqual([]);
    await live.resolve('loadRun', run('completed'));
    expect([value(), effects()]).toEqual(['shown', ['reportChanged']]);
    live.clock.increment(60_000);
    expect(live.calls.filter(({ id }) => id === 'loadRun')).toHaveLength(3);
  });

  it('notifies the list of each state newer than its rows', async () => {
    await live.resolve('loadRun', run('reading'));
    expect(effects()).toEqual(['reportChanged']);
    expectChangeAt(live, 1000);
    await live.resolve('loadRun', run('reading'));
    expect(effects()).toEqual(['reportChanged']);
    expectChangeAt(live, 1000);
    await live.resolve('loadRun', run('previewed'));
    expect([value(), effects()]).toEqual(['shown', ['reportChanged', 'reportChanged']]);
  });

  it('keeps the run on the screen after a failed check, and checks again', async () => {
    await live.resolve('loadRun', run('processing'));
    expectChangeAt(live, 1000);
    await live.reject('loadRun', new TypeError('fetch failed'));
    expect(live.actor.getSnapshot().context).toMatchObject({ run: run('processing'), error: 'The import could not be loaded' });
    expectChangeAt(live, 1000);
    await live.resolve('loadRun', run('completed'));
    expect(live.actor.getSnapshot().context.error).toBeNull();
  });

  it('is undone only after confirmation, and shows a refusal in the server’s words', async () => {
    await live.resolve('loadRun', run('completed'));
    live.actor.send({ type: 'step.choose', step: { kind: 'undo' } });
    await live.resolve('askStep', false);
    expect(live.calls.map(({ id }) => id)).not.toContain('saveStep');
    live.actor.send({ type: 'step.choose', step: { kind: 'undo' } });
    await live.resolve('askStep', true);
    await live.reject('saveStep', refused);
    expect(value()).toBe('rereading');
    await live.resolve('loadRun', run('processing'));
    // Someone else was faster: the available actions follow the run's current state.
    expect([live.actor.getSnapshot().context.run?.state, live.actor.getSnapshot().context.error]).toEqual([
      'processing',
      'October 2026 is closed.',
    ]);
  });
});
