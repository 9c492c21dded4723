import { Type } from 'typebox';
import { WhyNot } from '../../../../contract/entities/whyNot.ts';
import { limits } from '../../../../contract/limits.ts';
import { readWhyNot } from '../../../domain/whyNot/whyNot.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  q: Type.String({ maxLength: limits.whyNotLength, description: 'a number, a customer, a deal, or a link of the app' }),
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  user_id: Type.Optional(UserIdParameter),
});

/** Available with the feature `why-not`: the reason why something is not in a list. */
export const getWhyNotRoute: Route = (app, services) => {
  app.get(
    '/api/v1/why-not',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getWhyNot',
        summary: 'Explain why an invoice, a deal or an event is not on a list',
        tags: ['commissions'],
        querystring: Query,
        response: answers({ 200: WhyNot }),
      },
    },
    (request) => readWhyNot(services, principalIn(request).actor, request.query),
  );
};
