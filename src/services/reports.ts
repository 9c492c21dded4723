import type { Pagination } from '../../contract/entities/common.ts';
import type { Report, ReportBody, ReportSchedule, ScheduleBody } from '../../contract/entities/report.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';

const path = '/api/v1/reports';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;
const schedulesPath = '/api/v1/report-schedules';
const toSchedulePath = (id: string): string => `${schedulesPath}/${encodeURIComponent(id)}`;
type Accepted = Pick<Report, 'id' | 'status'>;
export type PageOfReports = Readonly<{ data: readonly Report[]; pagination: Pagination }>;

type PageOfSchedules = Readonly<{ data: readonly ReportSchedule[]; pagination: Pagination }>;

/** Feature `reports`: jobs that write files (decisions 2.18). */
export const createReports = (http: Http) => ({
  page: (request: PageRequest): Promise<PageOfReports> => http(path, { query: toPageQuery(request) }),
  one: (id: string, signal?: AbortSignal): Promise<Report> => http(toPath(id), { ...(signal ? { signal } : {}) }),
  request: (body: ReportBody): Promise<Accepted> => http(path, { method: 'POST', body }),
  retry: (id: string): Promise<Accepted> => http(`${toPath(id)}/retry`, { method: 'POST', body: {} }),
  remove: (id: string): Promise<void> => http(toPath(id), { method: 'DELETE' }),
  file: (id: string): Promise<Blob> => http(`${toPath(id)}/download`, { file: true }),
});
export type ReportsService = ReturnType<typeof createReports>;

/** Feature `report-schedules`: scheduled reports. */
export const createReportSchedules = (http: Http) => ({
  /** All schedules, as one page. */
  page: async (): Promise<PageOfSchedules> => {
    const { data } = await http<{ data: ReportSchedule[] }>(schedulesPath);
    return { data, pagination: { cursor: null, limit: data.length, total: data.length } };
  },
  add: (body: ScheduleBody): Promise<ReportSchedule> => http(schedulesPath, { method: 'POST', body }),
  change: ({ id, version }: Pick<ReportSchedule, 'id' | 'version'>, active: boolean): Promise<ReportSchedule> =>
    http(toSchedulePath(id), { method: 'PUT', body: { version, active } }),
  remove: (id: string): Promise<void> => http(toSchedulePath(id), { method: 'DELETE' }),
});
