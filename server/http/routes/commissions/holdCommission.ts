import { Hold, HoldBody } from '../../../../contract/entities/hold.ts';
import { holdRecord } from '../../../domain/holds/holdRecord.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 2.08 */
export const holdCommissionRoute: Route = (app, services) => {
  app.put(
    '/api/v1/commissions/:id/hold',
    {
      config: { permission: 'commission:hold' },
      schema: {
        operationId: 'holdCommission',
        summary: 'Hold a commission record',
        tags: ['commissions'],
        params: idParams,
        body: HoldBody,
        response: answers({ 200: Hold }),
      },
    },
    (request) => holdRecord(services, principalIn(request), rowId(request.params.id), request.body, originOf(request)),
  );
};
