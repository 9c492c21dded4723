import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, PlainDate } from './common.ts';

export const statementFormats = ['PDF', 'XLSX', 'CSV', 'HTML'] as const;
export const statementStates = ['queued', 'processing', 'completed', 'failed'] as const;

export const StatementBody = Type.Object(
  { user_id: Type.String({ maxLength: 64 }), start_date: PlainDate, end_date: PlainDate, format: oneOf(statementFormats) },
  { additionalProperties: false },
);
export type StatementBody = Static<typeof StatementBody>;

/** A requested statement; once completed, the file is at /api/v1/commission-statements/{id}/file. */
export const Statement = Type.Object({
  id: Id,
  status: oneOf(statementStates),
  user_id: Id,
  user_name: Type.String(),
  start_date: PlainDate,
  end_date: PlainDate,
  format: oneOf(statementFormats),
  file_name: nullable(Type.String()),
  error: nullable(Type.String()),
  created_at: Instant,
});
export type Statement = Static<typeof Statement>;
export const StatementList = Type.Object({ data: Type.Array(Statement) });
