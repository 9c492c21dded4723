import { ConfigVersionText } from '../../../../contract/entities/people.ts';
import { configVersion } from '../../../domain/settings/configHistory.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';

/** `config-history`: one saved version with its text. */
export const getConfigVersionRoute: Route = (app, services) => {
  app.get(
    '/api/v1/settings/general/versions/:id',
    {
      config: { permission: 'settings:manage' },
      schema: {
        operationId: 'getConfigVersion',
        summary: 'One version of commissionsConfig',
        tags: ['settings'],
        params: idParams,
        response: answers({ 200: ConfigVersionText }),
      },
    },
    (request) => configVersion(services, rowId(request.params.id)),
  );
};
