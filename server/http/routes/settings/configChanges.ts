import { Type } from 'typebox';
import { Acknowledgements, ConfigChange } from '../../../../contract/entities/configChange.ts';
import { GeneralSettings } from '../../../../contract/entities/settings.ts';
import { confirmChange, findChange, requestChange } from '../../../domain/settings/configChange.ts';
import { listAcknowledgements } from '../../../domain/settings/planChanges.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { IfMatch, parseIfMatch } from '../../ifMatch.ts';
import { answers, idParams, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'settings:manage' } as const;
const tags = ['settings'];
const path = '/api/v1/settings/general';
const Body = Type.Object(
  {
    companyName: Type.String({ maxLength: 200 }),
    commissionsConfig: Type.String(),
    effective_date: Type.String({ maxLength: 10, description: 'the first day that follows it, as YYYY-MM-DD' }),
  },
  { additionalProperties: false },
);
const Total = Type.Object(
  { total: Type.String({ maxLength: 40, description: 'the new total, as it is shown' }) },
  { additionalProperties: false },
);

/** decisions 2.07: the impact of a configuration from a day on, its confirmation, and who has read a version. */
export const configChangesRoute: Route = (app, services) => {
  app.post(
    `${path}/changes`,
    {
      config,
      schema: {
        operationId: 'postConfigChange',
        summary: 'Request the impact of a configuration',
        tags,
        headers: IfMatch,
        body: Body,
        response: answers({ 202: ConfigChange }),
      },
    },
    async (request, reply) =>
      reply.code(202).send(await requestChange(services, principalIn(request), request.body, parseIfMatch(request.headers))),
  );
  app.get(
    `${path}/changes/:id`,
    {
      config,
      schema: {
        operationId: 'getConfigChange',
        summary: 'Get the progress or result of an impact computation',
        tags,
        params: idParams,
        response: answers({ 200: ConfigChange }),
      },
    },
    (request) => findChange(services, principalIn(request), rowId(request.params.id)),
  );
  app.post(
    `${path}/changes/:id/confirm`,
    {
      config,
      schema: {
        operationId: 'confirmConfigChange',
        summary: 'Save a configuration by confirming the total of its impact',
        tags,
        params: idParams,
        body: Total,
        response: answers({ 200: GeneralSettings, ...waitingResponse }),
      },
    },
    (request) => confirmChange(services, principalIn(request), rowId(request.params.id), request.body.total, originOf(request)),
  );
  app.get(
    `${path}/versions/:id/acknowledgements`,
    {
      config,
      schema: {
        operationId: 'listAcknowledgements',
        summary: 'List the people a version affects, and who has read it',
        tags,
        params: idParams,
        response: answers({ 200: Acknowledgements }),
      },
    },
    (request) => listAcknowledgements(services, rowId(request.params.id)),
  );
};
