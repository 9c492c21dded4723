import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { fromPromise } from 'xstate';
import type { SimulationBody } from '../../../contract/entities/simulation.ts';
import { isSeed } from '../../../contract/forms/simulation.ts';
import { useApp } from '../../app/context.ts';
import { simulationMachine } from '../../machines/simulation/simulation.machine.ts';
import { createSimulation } from '../../services/simulation.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';
import { connectSimulation } from './connectSimulation.ts';

/** Connects the simulation; the URL contains its seed and planted fault, `?seed=7&fault=…`. */
export const useSimulation = () => {
  const { http } = useApp();
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const [machine] = useState(() => {
    const service = createSimulation(http);
    return simulationMachine.provide({
      actors: {
        readSimulation: fromPromise(service.read),
        startSimulation: fromPromise(({ input }) => service.start(input)),
        stopSimulation: fromPromise(service.stop),
      },
    });
  });
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  const seed = query.get('seed') ?? '';
  return {
    ...connectSimulation(snapshot),
    chosen: { seed: isSeed(seed) ? seed : '1', fault: query.get('fault') ?? '' },
    start: (request: SimulationBody): void => {
      const search = new URLSearchParams({ seed: String(request.seed), ...(request.fault === null ? {} : { fault: request.fault }) });
      navigate(`/admin/simulation?${search}`, { replace: true });
      ref.send({ type: 'simulation.start', request });
    },
    stop: (): void => ref.send({ type: 'simulation.stop' }),
    retry: (): void => ref.send({ type: 'simulation.retry' }),
  };
};
