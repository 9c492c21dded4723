import { type Report, type ReportState, reportActions } from '../../../contract/entities/report.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type ReportFacts, reportLifecycle } from '../../../contract/lifecycles/report.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { ReportRow } from '../../db/repositories/reports/reports.ts';
import { toShownState } from '../jobs/shownState.ts';

export const goneText = fill(messages.reportRefusals.gone, { days: limits.reports.keptDays });

export const stateOf = ({ job_state }: Pick<ReportRow, 'job_state'>): ReportState => toShownState(job_state);
export const reportFactsOf = ({ size_bytes }: Pick<ReportRow, 'size_bytes'>): ReportFacts => ({ kept: size_bytes !== null });

/** True for the user's own report; administrators may read all. */
export const mayReadReport = (actor: Actor, { created_by }: Pick<ReportRow, 'created_by'>): boolean =>
  can(actor, 'report:read', { owner_id: String(created_by) });

const errorOf = (row: ReportRow, status: ReportState): string | null => {
  if (status === 'failed') return row.job_error;
  return status === 'completed' && row.size_bytes === null ? goneText : null;
};

export const reportOf = (row: ReportRow): Report => {
  const status = stateOf(row);
  const hasFile = status === 'completed' && row.size_bytes !== null;
  return {
    id: String(row.id),
    name: row.name,
    type: row.type,
    created_by: fullName(row),
    created_by_id: String(row.created_by),
    created_at: row.created_at,
    status,
    size: hasFile ? row.size_bytes : null,
    format: row.format,
    start_date: row.start_date,
    end_date: row.end_date,
    people: [...row.people],
    rows: hasFile ? row.row_count : null,
    progress: status === 'processing' ? { done: row.progress_done ?? 0, total: row.progress_total } : null,
    file_name: hasFile ? row.file_name : null,
    error: errorOf(row, status),
    email_when_complete: row.email_when_complete,
    schedule_id: row.schedule_id === null ? null : String(row.schedule_id),
    version: row.takes,
    actions: reportActions.filter((type) => canStep(reportLifecycle, status, { type }, reportFactsOf(row))),
  };
};
