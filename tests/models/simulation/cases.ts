import type { Simulation, SimulationBody } from '../../../contract/entities/simulation.ts';
import { simulationMachine } from '../../../src/machines/simulation/simulation.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const FAULT = 'the card counts paid as released';
export const request: SimulationBody = { seed: 7, fault: FAULT };
export const simulated = (state: Simulation['state']): Simulation => {
  const hasDays = state !== 'none' && state !== 'starting';
  return {
    state,
    seed: state === 'none' ? null : 7,
    fault: state === 'none' ? null : FAULT,
    days: hasDays
      ? [
          {
            day: '2025-07-01',
            acts: 9,
            earned: 1200.5,
            paid: 800,
            due: 400.5,
            entries: [{ at: '2025-07-01T19:00:00Z', actor: 'Fay Person', action: 'Payment recorded', subject: 'Sam Person', amount: 800 }],
            checked: ['sums equal rows', 'audit chain whole'],
          },
        ]
      : [],
    violation:
      state === 'violated' ? { day: '2025-07-02', invariant: 'the card adds up', facts: ['the card differs from the rows'] } : null,
    digest: state === 'held' || state === 'violated' ? '0123456789abcdef0123' : null,
    faults: [FAULT, 'a password is logged'],
  };
};

export const simulation: MachineCases<typeof simulationMachine> = {
  machine: simulationMachine,
  inputs: [undefined],
  cases: {
    'simulation.start': [{ request }],
    'simulation.stop': [{}],
    'simulation.retry': [{}],
    'xstate.done.actor.readSimulation': [{ output: simulated('none') }, { output: simulated('living') }],
    'xstate.error.actor.readSimulation': [{ error: { status: 503, data: { message: 'The database cannot be reached.' } } }],
    'xstate.done.actor.startSimulation': [{ output: simulated('starting') }, { output: simulated('failed') }],
    'xstate.error.actor.startSimulation': [{ error: { status: 400, data: { message: 'This fault is not known.' } } }],
    'xstate.done.actor.stopSimulation': [{ output: undefined }],
    'xstate.error.actor.stopSimulation': [{ error: { status: 502 } }],
    'xstate.after.poll.simulation.waiting': [{}],
  },
  project: ({ simulation: shown, error }) => [shown?.state, error],
};
