import { Type } from 'typebox';
import { PersonPage } from '../../../../contract/entities/personPage.ts';
import { readPerson } from '../../../domain/persons/readPerson.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, idParams, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({ start_date: Type.Optional(DateParameter), end_date: Type.Optional(DateParameter) });

/** `person-page`, decisions 3.10 */
export const getPersonRoute: Route = (app, services) => {
  app.get(
    '/api/v1/people/:id',
    {
      config: { permission: 'person:read' },
      schema: {
        operationId: 'getPerson',
        summary: 'A person with figures, plan, goals, deals, adjustments, questions and events',
        tags: ['people'],
        params: idParams,
        querystring: Query,
        response: answers({ 200: PersonPage }),
      },
    },
    (request) => {
      const { actor, heads } = principalIn(request);
      return readPerson(services, actor, rowId(request.params.id), request.query, heads);
    },
  );
};
