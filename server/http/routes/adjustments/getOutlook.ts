import { Type } from 'typebox';
import { PersonOutlook } from '../../../../contract/entities/adjustment.ts';
import { readPersonOutlook } from '../../../domain/adjustments/personOutlook.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  user_id: Type.String({ maxLength: 64, description: 'the id of a person' }),
  effective_date: DateParameter,
});

/** decisions 2.25; announced as `person-adjustments`. */
export const getOutlookRoute: Route = (app, services) => {
  app.get(
    '/api/v1/adjustments/outlook',
    {
      config: { permission: 'adjustment:write' },
      schema: {
        operationId: 'getPersonOutlook',
        summary: 'A person’s month before a new adjustment',
        tags: ['adjustments'],
        querystring: Query,
        response: answers({ 200: PersonOutlook }),
      },
    },
    (request) => readPersonOutlook(services, principalIn(request), request.query),
  );
};
