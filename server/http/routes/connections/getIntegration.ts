import { Type } from 'typebox';
import { Id } from '../../../../contract/entities/common.ts';
import { HeldRecordPage, IntegrationSetup, PlacementChoice, SyncRunPage } from '../../../../contract/entities/connection.ts';
import { connectorOf } from '../../../domain/connections/connected.ts';
import { answerPlacementQuestion, dropHeld, listHeld, listSyncRuns, retryHeld } from '../../../domain/connections/heldRecords.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters, waitingResponse } from '../../plugins/answers.ts';
import { ConnectionParams, CursorParam, config, connectionTags, KindParams, requesterOf } from './params.ts';

const Query = queryParameters({ cursor: CursorParam });
const Records = Type.Object(
  {
    ids: Type.Array(Id, { minItems: 1, maxItems: 100 }),
    answer: Type.Optional(Type.String({ maxLength: 100, description: 'what the record asks for, such as the number of an invoice' })),
  },
  { additionalProperties: false },
);
const steps = [
  {
    name: 'retry',
    operationId: 'retryHeldRecords',
    summary: 'Import held records again, with an answer if they ask for one',
    step: retryHeld,
  },
  { name: 'drop', operationId: 'dropHeldRecords', summary: 'Drop held records', step: dropHeld },
] as const;

/** `integrations-setup`, `integrations-runs`, `quarantine`: the admin's details of a connection, in addition to the list. */
export const getIntegrationRoute: Route = (app, services) => {
  app.get(
    '/api/v1/integrations/:kind/setup',
    {
      config,
      schema: {
        operationId: 'getIntegrationSetup',
        summary: 'Get whether this server can connect to a system, and the missing setup',
        tags: connectionTags,
        params: KindParams,
        response: answers({ 200: IntegrationSetup }),
      },
    },
    async ({ params }) => connectorOf(services, params.kind).setup(),
  );
  app.get(
    '/api/v1/integrations/:kind/:id/runs',
    {
      config,
      schema: {
        operationId: 'listSyncRuns',
        summary: 'Runs of a connection, newest first',
        tags: connectionTags,
        params: ConnectionParams,
        querystring: Query,
        response: answers({ 200: SyncRunPage }),
      },
    },
    ({ params, query }) => listSyncRuns(services, params.kind, rowId(params.id), query.cursor),
  );
  app.get(
    '/api/v1/integrations/:kind/:id/quarantine',
    {
      config,
      schema: {
        operationId: 'listHeldRecords',
        summary: 'Records of a connection that wait for a person',
        tags: connectionTags,
        params: ConnectionParams,
        querystring: Query,
        response: answers({ 200: HeldRecordPage }),
      },
    },
    ({ params, query }) => listHeld(services, params.kind, rowId(params.id), query.cursor),
  );
  app.put(
    '/api/v1/integrations/:kind/:id/quarantine/answers',
    {
      config,
      schema: {
        operationId: 'answerQuestion',
        summary: 'Answer whether documents of a state or type count, or change the answer',
        tags: connectionTags,
        params: ConnectionParams,
        body: PlacementChoice,
        response: answers({ 200: HeldRecordPage, ...waitingResponse }),
      },
    },
    async (request) => {
      const { kind, id } = request.params;
      const result = await answerPlacementQuestion(services, kind, rowId(id), request.body, requesterOf(request));
      services.nudge?.();
      return result;
    },
  );
  for (const { name, operationId, summary, step } of steps)
    app.post(
      `/api/v1/integrations/:kind/:id/quarantine/${name}`,
      {
        config,
        schema: {
          operationId,
          summary,
          tags: connectionTags,
          params: ConnectionParams,
          body: Records,
          response: answers({ 200: HeldRecordPage, ...waitingResponse }),
        },
      },
      async (request) => {
        const { kind, id } = request.params;
        const result = await step(services, kind, rowId(id), request.body, requesterOf(request));
        services.nudge?.();
        return result;
      },
    );
};
