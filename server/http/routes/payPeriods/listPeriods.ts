import { PayPeriodList } from '../../../../contract/entities/payPeriod.ts';
import { listPeriods as list } from '../../../domain/payPeriods/periods.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.11: every month since the first record. */
export const listPeriodsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/periods',
    {
      config: { permission: 'period:read' },
      schema: {
        operationId: 'listPeriods',
        summary: 'Pay periods, newest first',
        tags: ['periods'],
        response: answers({ 200: PayPeriodList }),
      },
    },
    async (request) => ({ data: await list(services, principalIn(request).actor) }),
  );
};
