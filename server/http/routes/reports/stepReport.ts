import { Type } from 'typebox';
import { ReportAccepted } from '../../../../contract/entities/report.ts';
import { removeReport, retryReport } from '../../../domain/reports/changeReport.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { retryJob } from '../../../jobs/queue.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'report:use' } as const;

/** decisions 2.18: actions on a report. */
export const stepReportRoute: Route = (app, services) => {
  app.post(
    '/api/v1/reports/:id/retry',
    {
      config,
      schema: {
        operationId: 'retryReport',
        summary: 'Retry a failed report',
        tags: ['reports'],
        params: idParams,
        body: Type.Object({}, { additionalProperties: false }),
        response: answers({ 202: ReportAccepted }),
      },
    },
    async (request, reply) => {
      const { id, status } = await retryReport(services, principalIn(request), rowId(request.params.id), retryJob);
      services.nudge?.();
      return reply.code(202).send({ id, status });
    },
  );
  app.delete(
    '/api/v1/reports/:id',
    {
      config,
      schema: {
        operationId: 'deleteReport',
        summary: 'Delete a report and its file',
        tags: ['reports'],
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await removeReport(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
