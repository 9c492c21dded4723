import { PayPeriodCheck } from '../../../../contract/entities/payPeriod.ts';
import { checkPeriod as check } from '../../../domain/payPeriods/periods.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { monthParams } from './stepPeriod.ts';

/** decisions 2.11: verifies the snapshot of a closing against its hash. */
export const checkPeriodRoute: Route = (app, services) => {
  app.get(
    '/api/v1/periods/:id/check',
    {
      config: { permission: 'period:read' },
      schema: {
        operationId: 'checkPeriod',
        summary: 'Check the hash of a closed month',
        tags: ['periods'],
        params: monthParams,
        response: answers({ 200: PayPeriodCheck }),
      },
    },
    (request) => check(services, request.params.id),
  );
};
