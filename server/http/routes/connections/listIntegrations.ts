import { IntegrationList } from '../../../../contract/entities/connection.ts';
import { listConnections } from '../../../domain/connections/changeConnection.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { config, connectionTags, KindParams } from './params.ts';

/** spec 7.07 */
export const listIntegrationsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/integrations/:kind',
    {
      config,
      schema: {
        operationId: 'listIntegrations',
        summary: 'Connected accounts of a system',
        tags: connectionTags,
        params: KindParams,
        response: answers({ 200: IntegrationList }),
      },
    },
    async ({ params }) => ({ data: await listConnections(services, params.kind) }),
  );
};
