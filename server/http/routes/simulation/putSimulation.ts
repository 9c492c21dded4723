import { Simulation, SimulationBody } from '../../../../contract/entities/simulation.ts';
import { startSimulation } from '../../../domain/simulation/startSimulation.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { requireSimulator } from './requireSimulator.ts';

/** decisions 1.10; `simulation`. */
export const putSimulationRoute: Route = (app, { simulator }) => {
  app.put(
    '/api/v1/simulation',
    {
      config: { permission: 'simulation:run' },
      schema: {
        operationId: 'startSimulation',
        summary: 'Start a simulated company, in place of the one before',
        tags: ['simulation'],
        body: SimulationBody,
        response: answers({ 200: Simulation }),
      },
    },
    ({ body }) => startSimulation(requireSimulator(simulator), body),
  );
};
