import { ImportDetail, QuarantineBody, RetryBody } from '../../../../contract/entities/import.ts';
import { dropQuarantine, retryQuarantine } from '../../../domain/imports/importSteps.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const steps = [
  {
    name: 'retry',
    operationId: 'retryQuarantine',
    summary: 'Import rows in quarantine again',
    body: RetryBody,
    step: retryQuarantine,
  },
  { name: 'drop', operationId: 'dropQuarantine', summary: 'Drop rows in quarantine', body: QuarantineBody, step: dropQuarantine },
] as const;

/** `imports` */
export const settleQuarantineRoute: Route = (app, services) => {
  for (const { name, operationId, summary, body, step } of steps)
    app.post(
      `/api/v1/imports/:id/quarantine/${name}`,
      {
        config: { permission: 'import:manage' },
        schema: {
          operationId,
          summary,
          tags: ['imports'],
          params: idParams,
          body,
          response: answers({ 202: ImportDetail }),
        },
      },
      async (request, reply) => {
        const requester = { principal: principalIn(request), origin: originOf(request) };
        const run = await step(services, requester, rowId(request.params.id), request.body);
        services.nudge?.();
        return reply.code(202).send(run);
      },
    );
};
