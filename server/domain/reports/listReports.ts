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
import type { ReportFilter, ReportKey } from '../../db/repositories/reports/reports.ts';
import type { Principal } from '../session/principal.ts';
import { cursorOf, isAmountText, isDirection, isInstantText, isOneOf, isRowId, isText, nullOr } from '../shared/cursor.ts';
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
type CursorFields = Omit<ReportFilter, 'authorId'>;

const values: Readonly<Record<ReportSort, (value: string) => boolean>> = {
  created_at: isInstantText,
  name: () => true,
  size: isAmountText,
};
const reportCursor = cursorOf<CursorFields, ReportKey>(
  'reports-1',
  {
    question: {
      type: nullOr(isOneOf(reportTypes)),
      state: nullOr(isOneOf(reportStates)),
      format: nullOr(isOneOf(reportFormats)),
      search: nullOr(isText),
      sort: isOneOf(reportSortFields),
      direction: isDirection,
    },
    after: { value: isText, id: isRowId },
  },
  ({ question, after }) => values[question.sort](after.value),
);

/** Parameters missing from the query come from the cursor. */
const filterFrom = (query: ReportsQuery, carried?: CursorFields): CursorFields => ({
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
  const cursor = query.cursor === undefined ? null : reportCursor.read(query.cursor);
  const carried = filterFrom(query, cursor?.question);
  if (cursor) reportCursor.mustContinue(cursor, carried);
  const question: ReportFilter = { ...carried, authorId: can(actor, 'report:read', { owner_id: '\u0000stranger' }) ? null : userId };
  const [page, total] = await Promise.all([
    readPage(
      query.limit,
      (maxRows) => store.reports.page(question, cursor?.after ?? null, maxRows),
      ({ sort_value, id }) => reportCursor.write({ question: carried, after: { value: sort_value, id } }),
    ),
    store.reports.count(question),
  ]);
  return { data: page.rows.map(reportOf), pagination: { cursor: page.cursor, limit: query.limit, total } };
};
