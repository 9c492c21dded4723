import { Setup } from '../../../../contract/entities/setup.ts';
import { getSetup } from '../../../domain/setup/checklist.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** `setup` */
export const getSetupRoute: Route = (app, services) => {
  app.get(
    '/api/v1/setup',
    {
      config: { permission: 'setup:use' },
      schema: {
        operationId: 'getSetup',
        summary: 'The checklist of a new company',
        tags: ['setup'],
        response: answers({ 200: Setup }),
      },
    },
    (request) => getSetup(services, principalIn(request).actor),
  );
};
