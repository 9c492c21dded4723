import { Type } from 'typebox';
import { ReportSchedule, ReportScheduleList, ScheduleBody } from '../../../../contract/entities/report.ts';
import { addSchedule, changeSchedule, listSchedules, removeSchedule } from '../../../domain/reports/reportSchedules.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'report:use' } as const;
const tags = ['reports'];
const Change = Type.Object({ version: Type.Integer({ minimum: 1 }), active: Type.Boolean() }, { additionalProperties: false });

/** decisions 2.18: scheduled reports. */
export const reportSchedulesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/report-schedules',
    {
      config,
      schema: {
        operationId: 'listReportSchedules',
        summary: 'Scheduled reports; all of them for an administrator',
        tags,
        response: answers({ 200: ReportScheduleList }),
      },
    },
    async (request) => ({ data: await listSchedules(services, principalIn(request)) }),
  );
  app.post(
    '/api/v1/report-schedules',
    {
      config,
      schema: {
        operationId: 'postReportSchedule',
        summary: 'Schedule a report',
        tags,
        body: ScheduleBody,
        response: answers({ 201: ReportSchedule }),
      },
    },
    async (request, reply) => {
      const schedule = await addSchedule(services, principalIn(request), request.body, originOf(request));
      return reply.code(201).send(schedule);
    },
  );
  app.put(
    '/api/v1/report-schedules/:id',
    {
      config,
      schema: {
        operationId: 'putReportSchedule',
        summary: 'Pause or resume a scheduled report',
        tags,
        params: idParams,
        body: Change,
        response: answers({ 200: ReportSchedule }),
      },
    },
    (request) => changeSchedule(services, principalIn(request), { id: rowId(request.params.id), ...request.body }, originOf(request)),
  );
  app.delete(
    '/api/v1/report-schedules/:id',
    {
      config,
      schema: {
        operationId: 'deleteReportSchedule',
        summary: 'Delete a scheduled report',
        tags,
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await removeSchedule(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
