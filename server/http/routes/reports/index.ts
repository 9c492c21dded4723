import type { Route } from '../../app.types.ts';
import { downloadReportRoute } from './downloadReport.ts';
import { listReportsRoute } from './listReports.ts';
import { postReportRoute } from './postReport.ts';
import { reportSchedulesRoute } from './reportSchedules.ts';
import { stepReportRoute } from './stepReport.ts';

export const reportsRoutes: readonly Route[] = [
  downloadReportRoute,
  listReportsRoute,
  postReportRoute,
  reportSchedulesRoute,
  stepReportRoute,
];
