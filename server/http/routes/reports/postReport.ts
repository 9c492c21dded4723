import { ReportAccepted, ReportBody } from '../../../../contract/entities/report.ts';
import { requestReport } from '../../../domain/reports/requestReport.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.18: queues a job. */
export const postReportRoute: Route = (app, services) => {
  app.post(
    '/api/v1/reports',
    {
      config: { permission: 'report:use' },
      schema: {
        operationId: 'postReport',
        summary: 'Generate a report',
        tags: ['reports'],
        body: ReportBody,
        response: answers({ 202: ReportAccepted }),
      },
    },
    async (request, reply) => {
      const { id, status } = await requestReport(services, principalIn(request), request.body);
      services.nudge?.();
      return reply.code(202).send({ id, status });
    },
  );
};
