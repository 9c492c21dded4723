import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf } from './common.ts';

export const reportTypes = [
  'commission_summary',
  'performance_analysis',
  'pipeline_report',
  'territory_analysis',
  'quota_tracking',
] as const;
export const reportStatuses = ['completed', 'processing', 'failed', 'queued'] as const;
export const reportFormats = ['PDF', 'Excel', 'CSV'] as const;

/** spec 3.21 */
export const Report = Type.Object({
  id: Id,
  name: Type.String(),
  type: oneOf(reportTypes),
  created_by: Type.String(),
  created_at: Instant,
  status: oneOf(reportStatuses),
  size: nullable(Type.String()),
  format: oneOf(reportFormats),
});
export type Report = Static<typeof Report>;
