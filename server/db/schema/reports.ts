import type { Generated } from 'kysely';
import type { Instant, Json, WithDefault } from './columns.ts';

export interface ReportSchedulesTable {
  id: Generated<number>;
  created_by: number;
  kind: string;
  format: 'PDF' | 'XLSX' | 'CSV';
  filters: Json<unknown>;
  every: 'day' | 'week' | 'month';
  active: WithDefault<boolean>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface ReportsTables {
  report_schedules: ReportSchedulesTable;
}
