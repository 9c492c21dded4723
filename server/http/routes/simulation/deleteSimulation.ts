import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { requireSimulator } from './requireSimulator.ts';

/** decisions 1.10; `simulation`. */
export const deleteSimulationRoute: Route = (app, { simulator }) => {
  app.delete(
    '/api/v1/simulation',
    {
      config: { permission: 'simulation:run' },
      schema: {
        operationId: 'stopSimulation',
        summary: 'End the simulated company',
        tags: ['simulation'],
        response: answers(noContent),
      },
    },
    async (_, reply) => {
      requireSimulator(simulator).stop();
      return reply.code(204).send(null);
    },
  );
};
