import type { Route } from '../../app.types.ts';
import { downloadReport } from './downloadReport.ts';
import { listReports } from './listReports.ts';
import { postReport } from './postReport.ts';
import { reportSchedules } from './reportSchedules.ts';
import { stepReport } from './stepReport.ts';

export const reportsRoutes: readonly Route[] = [downloadReport, listReports, postReport, reportSchedules, stepReport];
