import { DealMoves } from '../../../../contract/entities/deal.ts';
import { listMoves as movesOf } from '../../../domain/deals/dealMoves.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.17: the stages of a deal, and how it ended. */
export const listMovesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/deals/:id/moves',
    {
      config: { permission: 'deal:read' },
      schema: {
        operationId: 'listDealMoves',
        summary: 'List the stages a deal went through',
        tags: ['deals'],
        params: idParams,
        response: answers({ 200: DealMoves }),
      },
    },
    async (request) => ({ data: await movesOf(services, principalIn(request).actor, rowId(request.params.id)) }),
  );
};
