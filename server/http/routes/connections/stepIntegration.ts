import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { Integration, SyncRun, syncFrequencies } from '../../../../contract/entities/connection.ts';
import { deleteConnection, scheduleConnection, testConnection } from '../../../domain/connections/changeConnection.ts';
import { startSync } from '../../../domain/connections/startSync.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';
import { ConnectionParams, config, connectionTags, requesterOf } from './params.ts';

const Schedule = Type.Object({ frequency: oneOf(syncFrequencies) }, { additionalProperties: false });

/** spec 7.09-7.11 and, for `schedules`, how often it syncs automatically (decisions 7.07). */
export const stepIntegrationRoute: Route = (app, services) => {
  const route = { tags: connectionTags, params: ConnectionParams };
  app.post(
    '/api/v1/integrations/:kind/:id/test-connection',
    {
      config,
      schema: {
        operationId: 'testIntegration',
        summary: 'Test a connection with one call',
        ...route,
        response: answers({ 200: Integration }),
      },
    },
    ({ params }) => testConnection(services, params.kind, rowId(params.id)),
  );
  app.post(
    '/api/v1/integrations/:kind/:id/sync',
    {
      config,
      schema: {
        operationId: 'syncIntegration',
        summary: 'Start a sync of a connection',
        ...route,
        response: answers({ 202: SyncRun }),
      },
    },
    async (request, reply) => {
      const { kind, id } = request.params;
      const run = await startSync(services, kind, rowId(id), principalIn(request).userId);
      services.nudge?.();
      return reply.code(202).send(run);
    },
  );
  app.put(
    '/api/v1/integrations/:kind/:id/schedule',
    {
      config,
      schema: {
        operationId: 'scheduleIntegration',
        summary: 'Set how often a connection syncs automatically',
        ...route,
        body: Schedule,
        response: answers({ 200: Integration }),
      },
    },
    (request) => {
      const { kind, id } = request.params;
      return scheduleConnection(services, kind, rowId(id), request.body.frequency, requesterOf(request));
    },
  );
  app.delete(
    '/api/v1/integrations/:kind/:id',
    {
      config,
      schema: {
        operationId: 'deleteIntegration',
        summary: 'Delete a connection; its imported data stays',
        ...route,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      const { kind, id } = request.params;
      await deleteConnection(services, kind, rowId(id), requesterOf(request));
      return reply.code(204).send(null);
    },
  );
};
