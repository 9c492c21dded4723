import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, Pagination, PlainDate } from './common.ts';

/** spec 2.59 */
export const reportTypes = [
  'commission_summary',
  'performance_analysis',
  'pipeline_report',
  'territory_analysis',
  'quota_tracking',
] as const;
export type ReportType = (typeof reportTypes)[number];
export const reportFormats = ['PDF', 'XLSX', 'CSV'] as const;
export type ReportFormat = (typeof reportFormats)[number];
/** spec 4.10 */
export const reportStates = ['completed', 'processing', 'failed', 'queued'] as const;
export type ReportState = (typeof reportStates)[number];
export const reportStateBadges = {
  completed: { label: 'Completed', severity: 'success' },
  processing: { label: 'Processing', severity: 'info' },
  failed: { label: 'Failed', severity: 'danger' },
  queued: { label: 'Queued', severity: 'secondary' },
} as const;
export const reportActions = ['download', 'retry', 'remove'] as const;
export type ReportAction = (typeof reportActions)[number];
export const reportSortFields = ['created_at', 'name', 'size'] as const;
export type ReportSort = (typeof reportSortFields)[number];

const typeField = oneOf(reportTypes);
const formatField = oneOf(reportFormats);
/** The people it covers; empty: everybody the requester may read. */
const PeopleField = Type.Array(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the id of a user' }), { maxItems: 500 });

export const ReportBody = Type.Object(
  {
    type: typeField,
    start_date: PlainDate,
    end_date: PlainDate,
    format: formatField,
    user_ids: Type.Optional(PeopleField),
    email_when_complete: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ReportBody = Static<typeof ReportBody>;

/**
 * spec 3.21 and decisions 2.18; once completed, the file is at /api/v1/reports/{id}/download. `actions`: available to the requester now.
 */
export const Report = Type.Object({
  id: Id,
  name: Type.String(),
  type: typeField,
  created_by: Type.String(),
  created_by_id: Type.Optional(Id),
  created_at: Instant,
  status: oneOf(reportStates),
  /** File size in bytes. */
  size: nullable(Type.Integer()),
  format: formatField,
  start_date: PlainDate,
  end_date: PlainDate,
  /** Names of the selected people; empty: everybody. */
  people: Type.Array(Type.String()),
  rows: nullable(Type.Integer()),
  /** Rows written so far, and the total; null if unknown. */
  progress: nullable(Type.Object({ done: Type.Integer(), total: nullable(Type.Integer()) })),
  file_name: nullable(Type.String()),
  /** The reason why it failed, or why its file is gone. */
  error: nullable(Type.String()),
  email_when_complete: Type.Boolean(),
  schedule_id: nullable(Id),
  /** Number of times it was started. */
  version: Type.Integer(),
  actions: Type.Array(oneOf(reportActions)),
});
export type Report = Static<typeof Report>;
export const ReportPage = Type.Object({ data: Type.Array(Report), pagination: Pagination });
export type ReportPage = Static<typeof ReportPage>;
export const ReportAccepted = Type.Object({ id: Id, status: oneOf(reportStates) });

export const scheduleRhythms = ['day', 'week', 'month'] as const;
export type ScheduleRhythm = (typeof scheduleRhythms)[number];

export const ScheduleBody = Type.Object(
  {
    type: typeField,
    format: formatField,
    every: oneOf(scheduleRhythms),
    user_ids: Type.Optional(PeopleField),
    email_when_complete: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ScheduleBody = Static<typeof ScheduleBody>;

/** A scheduled report: runs daily, every Monday or on the first of the month, and covers the previous day, week or month. */
export const ReportSchedule = Type.Object({
  id: Id,
  type: typeField,
  format: formatField,
  every: oneOf(scheduleRhythms),
  people: Type.Array(Type.String()),
  email_when_complete: Type.Boolean(),
  active: Type.Boolean(),
  /** The reason if the server paused it; null if a person paused it, or it is active. */
  paused_reason: nullable(Type.String()),
  next_at: nullable(Instant),
  created_by: Type.String(),
  version: Type.Integer(),
});
export type ReportSchedule = Static<typeof ReportSchedule>;
export const ReportScheduleList = Type.Object({ data: Type.Array(ReportSchedule) });
