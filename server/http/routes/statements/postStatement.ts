import { Type } from 'typebox';
import { Id, oneOf } from '../../../../contract/entities/common.ts';
import { StatementBody, statementStates } from '../../../../contract/entities/statement.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { retryStatement as askAgain, requestStatement } from '../../../domain/statements/statementRequests.ts';
import { retryJob } from '../../../jobs/queue.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Accepted = Type.Object({ id: Id, status: oneOf(statementStates) });

/** decisions 2.13: queues a job. */
export const postStatementRoute: Route = (app, services) => {
  app.post(
    '/api/v1/commission-statements',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'postStatement',
        summary: 'Request a commission statement',
        tags: ['statements'],
        body: StatementBody,
        response: answers({ 202: Accepted }),
      },
    },
    async (request, reply) => {
      const { id, status } = await requestStatement(services, principalIn(request), request.body);
      services.nudge?.();
      return reply.code(202).send({ id, status });
    },
  );
  app.post(
    '/api/v1/commission-statements/:id/retry',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'retryStatement',
        summary: 'Request a failed statement again',
        tags: ['statements'],
        params: idParams,
        body: Type.Object({}, { additionalProperties: false }),
        response: answers({ 202: Accepted }),
      },
    },
    async (request, reply) => {
      const { id, status } = await askAgain(services, principalIn(request), rowId(request.params.id), retryJob);
      services.nudge?.();
      return reply.code(202).send({ id, status });
    },
  );
};
