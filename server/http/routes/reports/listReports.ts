import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { Report, ReportPage, reportFormats, reportSortFields, reportStates, reportTypes } from '../../../../contract/entities/report.ts';
import { limits } from '../../../../contract/limits.ts';
import { findReport } from '../../../domain/reports/changeReport.ts';
import { listReports as list } from '../../../domain/reports/listReports.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, limitParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  type: Type.Optional(oneOf(reportTypes)),
  status: Type.Optional(oneOf(reportStates)),
  format: Type.Optional(oneOf(reportFormats)),
  search: Type.Optional(Type.String({ maxLength: limits.list.searchLength, description: 'a part of the name or of the requester' })),
  sort_field: Type.Optional(oneOf(reportSortFields)),
  sort_direction: Type.Optional(oneOf(['asc', 'desc'])),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,2000}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});
const config = { permission: 'report:use' } as const;

/** decisions 2.18: newest first by default; requests for further pages may send cursor and limit only. */
export const listReportsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/reports',
    {
      config,
      schema: {
        operationId: 'listReports',
        summary: 'Reports you requested; all of them for an administrator',
        tags: ['reports'],
        querystring: Query,
        response: answers({ 200: ReportPage }),
      },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.list.defaultLimit);
      return list(services, principalIn(request), { ...request.query, limit });
    },
  );
  app.get(
    '/api/v1/reports/:id',
    {
      config,
      schema: {
        operationId: 'getReport',
        summary: 'Get the progress of a report',
        tags: ['reports'],
        params: idParams,
        response: answers({ 200: Report }),
      },
    },
    (request) => findReport(services, principalIn(request), rowId(request.params.id)),
  );
};
