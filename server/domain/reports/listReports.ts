import {
  type ReportFormat,
  type ReportPage,
  type ReportSort,
  type ReportState,
  type ReportType,
  reportFormats,
  reportSortFields,
  reportStates,
  reportTypes,
} from '../../../contract/entities/report.ts';
import { can } from '../../../contract/permissions.ts';
import type { ReportKey, ReportsQuestion } from '../../db/repositories/reports/reports.ts';
import type { Principal } from '../session/principal.ts';
import { invalidCursor, isRowId, readParts, writeParts } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import type { Services } from '../shared/services.ts';
import { reportOf } from './reportView.ts';

export type ReportsQuery = Readonly<{
  type?: ReportType;
  status?: ReportState;
  format?: ReportFormat;
  search?: string;
  sort_field?: ReportSort;
  sort_direction?: 'asc' | 'desc';
  cursor?: string;
  limit: number;
}>;
/** The owner is not in the cursor, because the actor's reach is determined again for every page. */
type Asked = Omit<ReportsQuestion, 'mine'>;

const KIND = 'reports-1';
const partsOf = ({ type, state, format, search, sort, direction }: Asked) => [type, state, format, search, sort, direction];
const among = <T extends string>(values: readonly T[], value: unknown): value is T => values.some((one) => one === value);
const isText = (value: unknown): value is string | null => value === null || (typeof value === 'string' && !value.includes('\u0000'));
/** Values PostgreSQL accepts for the column's type; any other text would be a database error. */
const values: Readonly<Record<ReportSort, (value: string) => boolean>> = {
  created_at: (value) =>
    /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}(:\d{2})?$/.test(value) && !Number.isNaN(Date.parse(value.slice(0, 10))),
  name: (value) => isText(value),
  size: (value) => /^-?\d{1,15}$/.test(value),
};

/** @throws Problem 400 for a cursor that this server did not create */
const readCursor = (text: string): { asked: Asked; after: ReportKey } => {
  const [kind, type, state, format, search, sort, direction, value, id] = readParts(text, 9);
  if (kind !== KIND || !isRowId(id) || typeof value !== 'string' || !isText(search)) throw invalidCursor();
  if (type !== null && !among(reportTypes, type)) throw invalidCursor();
  if (state !== null && !among(reportStates, state)) throw invalidCursor();
  if (format !== null && !among(reportFormats, format)) throw invalidCursor();
  if (!among(reportSortFields, sort) || !among(['asc', 'desc'] as const, direction) || !values[sort](value)) throw invalidCursor();
  return { asked: { type, state, format, search, sort, direction }, after: { value, id } };
};

/** Parameters missing from the query come from the cursor. */
const questionOf = (query: ReportsQuery, carried?: Asked): Asked => ({
  type: query.type ?? carried?.type ?? null,
  state: query.status ?? carried?.state ?? null,
  format: query.format ?? carried?.format ?? null,
  search: query.search?.trim() || (carried?.search ?? null),
  sort: query.sort_field ?? carried?.sort ?? 'created_at',
  direction: query.sort_direction ?? carried?.direction ?? 'desc',
});

/** The user's reports; administrators see everyone's. Newest first by default. @throws Problem 400 */
export const listReports = async (
  { store }: Pick<Services, 'store'>,
  { actor, userId }: Principal,
  query: ReportsQuery,
): Promise<ReportPage> => {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  const reportsQuestion = questionOf(query, cursor?.asked);
  if (cursor && JSON.stringify(partsOf(cursor.asked)) !== JSON.stringify(partsOf(reportsQuestion))) throw invalidCursor();
  const question: ReportsQuestion = { ...reportsQuestion, mine: can(actor, 'report:read', { owner_id: '\u0000stranger' }) ? null : userId };
  const [page, total] = await Promise.all([
    readPage(
      query.limit,
      (most) => store.reports.page(question, cursor?.after ?? null, most),
      ({ sort_value, id }) => writeParts([KIND, ...partsOf(reportsQuestion), sort_value, id]),
    ),
    store.reports.count(question),
  ]);
  return { data: page.rows.map(reportOf), pagination: { cursor: page.cursor, limit: query.limit, total } };
};
