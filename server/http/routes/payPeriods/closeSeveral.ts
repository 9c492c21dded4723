import { Type } from 'typebox';
import { SeveralClosed } from '../../../../contract/entities/periodReview.ts';
import { closePeriods as close, previewClosePeriods } from '../../../domain/payPeriods/closeSeveral.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const UntilBody = Type.Object(
  { until: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'the last of the months, as YYYY-MM' }) },
  { additionalProperties: false },
);

/** decisions 2.11: closes several past months in one step, with a result for each. */
export const closeSeveralRoute: Route = (app, services) => {
  app.get(
    '/api/v1/period-closings',
    {
      config: { permission: 'period:close' },
      schema: {
        operationId: 'planClosings',
        summary: 'Preview closing all months up to one',
        tags: ['periods'],
        querystring: UntilBody,
        response: answers({ 200: SeveralClosed }),
      },
    },
    (request) => previewClosePeriods(services, principalIn(request), request.query.until),
  );
  app.post(
    '/api/v1/period-closings',
    {
      config: { permission: 'period:close' },
      schema: {
        operationId: 'closeSeveralPeriods',
        summary: 'Review, sign and close all months up to one',
        tags: ['periods'],
        body: UntilBody,
        response: answers({ 200: SeveralClosed }),
      },
    },
    async (request) => {
      const outcome = await close(services, principalIn(request), request.body.until, originOf(request));
      services.nudge?.();
      return outcome;
    },
  );
};
