import { Type } from 'typebox';
import { ConfigVersionPage } from '../../../../contract/entities/people.ts';
import { limits } from '../../../../contract/limits.ts';
import { listConfigVersions } from '../../../domain/settings/configHistory.ts';
import type { Route } from '../../app.types.ts';
import { answers, limitParameter, queryParameters } from '../../plugins/answers.ts';

const Query = queryParameters({ cursor: Type.Optional(Type.String({ maxLength: 200 })), limit: Type.Optional(limitParameter(500)) });

/** `config-history` */
export const listConfigVersionsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/settings/general/versions',
    {
      config: { permission: 'settings:manage' },
      schema: {
        operationId: 'listConfigVersions',
        summary: 'Versions of commissionsConfig',
        tags: ['settings'],
        querystring: Query,
        response: answers({ 200: ConfigVersionPage }),
      },
    },
    (request) => {
      const { limit, ...query } = request.query;
      return listConfigVersions(services, { ...query, limit: Number(limit ?? limits.list.defaultLimit) });
    },
  );
};
