import type { SnapshotFrom } from 'xstate';
import type { Simulation } from '../../../contract/entities/simulation.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { simulationMachine } from '../../machines/simulation/simulation.machine.ts';
import { formatDate } from '../../ui/display/format.ts';
import type { BadgeSeverity } from '../../ui/display/severity.ts';

const t = messages.simulation;

/** An invariant and how often it was checked; `last`: the day of the latest check. */
export type Invariant = Readonly<{ name: string; times: number; last: string; isViolated: boolean }>;

const severities: Readonly<Record<Simulation['state'], BadgeSeverity>> = {
  none: 'secondary',
  starting: 'info',
  living: 'info',
  stopped: 'secondary',
  held: 'success',
  violated: 'danger',
  failed: 'danger',
};

export const toStateText = ({ state, days, violation }: Simulation): string =>
  fill(t.states[state], {
    count: days.length,
    days: limits.simulation.days,
    day: formatDate((violation ?? days.at(-1))?.day ?? null),
    invariant: violation?.invariant ?? '',
  });

export const toInvariants = ({ days, violation }: Simulation): Invariant[] => {
  const invariants = new Map<string, Invariant>();
  for (const { day, checked } of days)
    for (const name of checked) {
      const times = (invariants.get(name)?.times ?? 0) + 1;
      invariants.set(name, { name, times, last: day, isViolated: false });
    }
  if (violation) {
    const times = (invariants.get(violation.invariant)?.times ?? 0) + 1;
    invariants.set(violation.invariant, { name: violation.invariant, times, last: violation.day, isViolated: true });
  }
  return [...invariants.values()].sort((a, b) => Number(b.isViolated) - Number(a.isViolated));
};

export const connectSimulation = (snapshot: SnapshotFrom<typeof simulationMachine>) => {
  const { simulation, error } = snapshot.context;
  return {
    simulation,
    error,
    isLoading: snapshot.matches('loading'),
    canRetry: snapshot.can({ type: 'simulation.retry' }),
    canStop: snapshot.can({ type: 'simulation.stop' }),
    canStart: snapshot.can({ type: 'simulation.start', request: { seed: 1, fault: null } }),
    severity: severities[simulation?.state ?? 'none'],
  };
};
