import { Simulation } from '../../../../contract/entities/simulation.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { requireSimulator } from './requireSimulator.ts';

/** decisions 1.10; `simulation`. */
export const getSimulationRoute: Route = (app, { simulator }) => {
  app.get(
    '/api/v1/simulation',
    {
      config: { permission: 'simulation:run' },
      schema: {
        operationId: 'getSimulation',
        summary: 'Get what the simulated company of the demo has lived so far',
        tags: ['simulation'],
        response: answers({ 200: Simulation }),
      },
    },
    () => requireSimulator(simulator).read(),
  );
};
