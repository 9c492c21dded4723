import type { Kysely } from 'kysely';
import type { ReportFormat, ReportState, ReportType, ScheduleRhythm } from '../../contract/entities/report.ts';
import { messages } from '../../contract/messages.ts';
import { reportName } from '../../contract/rules/reports.ts';
import { addDays, type Day, type PeriodMode, periodAt } from '../../contract/rules/time/period.ts';
import type { Schema } from '../db/schema/index.ts';
import { REPORT_JOB } from '../domain/reports/requestReport.ts';

type Sample = Readonly<{ type: ReportType; format: ReportFormat; mode: PeriodMode; state: Extract<ReportState, 'queued' | 'failed'> }>;

/** The first worker writes these; one has failed, so that it can be retried. */
const samples: readonly Sample[] = [
  { type: 'territory_analysis', format: 'XLSX', mode: 'quarter', state: 'failed' },
  { type: 'pipeline_report', format: 'CSV', mode: 'year', state: 'queued' },
  { type: 'quota_tracking', format: 'XLSX', mode: 'year', state: 'queued' },
  { type: 'commission_summary', format: 'PDF', mode: 'month', state: 'queued' },
];

/** Reports requested yesterday by the VP of sales, and a scheduled one. */
export const addReports = async (trx: Kysely<Schema>, requester: number, today: Day): Promise<void> => {
  const requestedAt = `${addDays(today, -1)}T15:00:00Z`;
  for (const [index, { type, format, mode, state }] of samples.entries()) {
    const { start_date, end_date } = periodAt(mode, mode === 'month' ? addDays(periodAt('month', today).start_date, -1) : today);
    const createdAt = `${requestedAt.slice(0, 14)}${String(index * 12).padStart(2, '0')}:00Z`;
    const job = {
      kind: REPORT_JOB,
      payload: '{}',
      created_by: requester,
      run_at: createdAt,
      created_at: createdAt,
      place: index + 1,
      state,
    };
    const failedValues = { error: messages.reportRefusals.diskFull, finished_at: createdAt, attempts: 1 };
    const { id } = await trx
      .insertInto('jobs')
      .values(state === 'failed' ? { ...job, ...failedValues } : job)
      .returning('id')
      .executeTakeFirstOrThrow();
    const name = reportName(type, { start_date, end_date });
    await trx
      .insertInto('reports')
      .values({ job_id: id, name, type, format, start_date, end_date, created_by: requester, created_at: createdAt })
      .execute();
  }
  const rhythm: ScheduleRhythm = 'month';
  const schedule = {
    created_by: requester,
    kind: 'performance_analysis',
    format: 'PDF',
    filters: '{}',
    every: rhythm,
    active: false,
  } as const;
  await trx.insertInto('report_schedules').values(schedule).execute();
};
