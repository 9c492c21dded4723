import { releaseRecord } from '../../../domain/holds/holdRecord.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 2.08 */
export const releaseCommissionRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/commissions/:id/hold',
    {
      config: { permission: 'commission:hold' },
      schema: {
        operationId: 'releaseCommission',
        summary: 'Release a held record',
        tags: ['commissions'],
        params: idParams,
        response: answers({ ...noContent, ...waitingResponse }),
      },
    },
    async (request, reply) => {
      await releaseRecord(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
