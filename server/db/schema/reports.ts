import type { Generated } from 'kysely';
import type { ReportFormat, ReportType, ScheduleRhythm } from '../../../contract/entities/report.ts';
import type { DayColumn, InstantColumn, Json, Maybe, WithDefault } from './columns.ts';

export interface ReportsTable {
  id: Generated<number>;
  job_id: number;
  name: string;
  type: ReportType;
  format: ReportFormat;
  start_date: DayColumn;
  end_date: DayColumn;
  user_ids: WithDefault<number[]>;
  email_when_complete: WithDefault<boolean>;
  created_by: number;
  schedule_id: Maybe<number>;
  created_at: WithDefault<InstantColumn>;
  file_name: Maybe<string>;
  media_type: Maybe<string>;
  sha256: Maybe<string>;
  size_bytes: Maybe<number>;
  row_count: Maybe<number>;
  read_ids: Maybe<number[]>;
  written_at: Maybe<InstantColumn>;
}

export interface ReportPartsTable {
  report_id: number;
  number: number;
  content: Uint8Array;
}

export interface ReportSchedulesTable {
  id: Generated<number>;
  created_by: number;
  kind: ReportType;
  format: ReportFormat;
  filters: Json<{ user_ids?: number[] }>;
  every: ScheduleRhythm;
  active: WithDefault<boolean>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
  email_when_complete: WithDefault<boolean>;
  paused_reason: Maybe<string>;
}

export interface ReportsTables {
  reports: ReportsTable;
  report_parts: ReportPartsTable;
  report_schedules: ReportSchedulesTable;
}
