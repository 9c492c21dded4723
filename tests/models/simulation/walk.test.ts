import { describe, expect, it } from 'vitest';
import { expectChangeAt } from '../support/delays.ts';
import { createRig } from '../support/rig.ts';
import { describeMachine } from '../support/walk.ts';
import { request, simulated, simulation } from './cases.ts';
import { ignored, table } from './table.ts';

const runs: Readonly<Record<string, string>> = {
  loading: 'readSimulation',
  reading: 'readSimulation',
  starting: 'startSimulation',
  stopping: 'stopSimulation',
};

describeMachine(
  {
    ...simulation,
    holds: ({ snapshot, rig }) => {
      const actor = runs[String(snapshot.value)];
      expect([...rig.jobs.keys()]).toEqual(actor ? [actor] : []);
      // Wherever a running company can be stopped, it can also be replaced.
      if (snapshot.can({ type: 'simulation.stop' })) expect(snapshot.can({ type: 'simulation.start', request })).toBe(true);
    },
  },
  table,
  ignored,
);

describe('the simulated company', () => {
  const start = () => {
    const rig = createRig(simulation.machine, undefined);
    rig.actor.start();
    return rig;
  };

  it('decisions 1.10: is polled every second until it ends', async () => {
    const live = start();
    await live.resolve('readSimulation', simulated('none'));
    live.actor.send({ type: 'simulation.start', request });
    expect(live.calls.at(-1)).toMatchObject({ id: 'startSimulation', input: request });
    await live.resolve('startSimulation', simulated('starting'));
    expectChangeAt(live, 1000);
    await live.resolve('readSimulation', simulated('living'));
    expectChangeAt(live, 1000);
    await live.resolve('readSimulation', simulated('held'));
    expect(live.actor.getSnapshot().value).toBe('idle');
    const count = live.calls.length;
    live.clock.increment(60_000);
    expect(live.calls).toHaveLength(count);
  });

  it('keeps the last view if the server does not answer, and polls again on request', async () => {
    const live = start();
    await live.resolve('readSimulation', simulated('living'));
    expectChangeAt(live, 1000);
    await live.reject('readSimulation', { status: 500 });
    const { error, simulation: shown } = live.actor.getSnapshot().context;
    expect([error, shown?.state]).toEqual(['The simulation could not be loaded.', 'living']);
    live.actor.send({ type: 'simulation.retry' });
    expect(live.actor.getSnapshot().value).toBe('reading');
  });
});
