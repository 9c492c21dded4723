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
/** Whom it is about; none: everybody whom the requester may read. */
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

/** spec 3.21 and decisions 2.18; the file is at /api/v1/reports/{id}/download once it is completed. `actions`: what the asker may do with it now. */
export const Report = Type.Object({
  id: Id,
  name: Type.String(),
  type: typeField,
  created_by: Type.String(),
  created_at: Instant,
  status: oneOf(reportStates),
  /** Bytes of the file. */
  size: nullable(Type.Integer()),
  format: formatField,
  start_date: PlainDate,
  end_date: PlainDate,
  /** Names of those whom the filter chose; none: everybody. */
  people: Type.Array(Type.String()),
  rows: nullable(Type.Integer()),
  /** Rows that are written so far, and how many there will be; null where nobody knows. */
  progress: nullable(Type.Object({ done: Type.Integer(), total: nullable(Type.Integer()) })),
  file_name: nullable(Type.String()),
  /** Why it failed, or why its file is gone. */
  error: nullable(Type.String()),
  email_when_complete: Type.Boolean(),
  schedule_id: nullable(Id),
  /** How often it was begun. */
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

/** A report that is written again and again: each day, Monday or first of the month, about the day, week or month before. */
export const ReportSchedule = Type.Object({
  id: Id,
  type: typeField,
  format: formatField,
  every: oneOf(scheduleRhythms),
  people: Type.Array(Type.String()),
  email_when_complete: Type.Boolean(),
  active: Type.Boolean(),
  /** Why the server paused it; null where somebody did, or nobody. */
  paused_reason: nullable(Type.String()),
  next_at: nullable(Instant),
  created_by: Type.String(),
  version: Type.Integer(),
});
export type ReportSchedule = Static<typeof ReportSchedule>;
export const ReportScheduleList = Type.Object({ data: Type.Array(ReportSchedule) });
