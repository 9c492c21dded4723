import type { AdjustmentPage, AdjustmentState } from '../../../contract/entities/adjustment.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import type { Actor } from '../../../contract/permissions.ts';
import type { AdjustmentFilter, AdjustmentKey, AdjustmentSort } from '../../db/repositories/adjustments/adjustmentsPage.ts';
import { ownersOf, readRange } from '../commissions/commissionQuestion.ts';
import type { Cursor } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import type { Services } from '../shared/services.ts';
import { adjustmentCursor } from './adjustmentCursor.ts';
import { adjustmentOf, adjustmentViewerOf } from './adjustmentView.ts';

export type AdjustmentsQuery = Readonly<{
  start_date?: string;
  end_date?: string;
  sort_field?: AdjustmentSort;
  sort_direction?: 'asc' | 'desc';
  state?: AdjustmentState;
  scope?: Scope;
  user_id?: string;
  cursor?: string;
  limit: number;
}>;

/** Parameters missing from the query come from the cursor; those in both must agree. Without dates: all time. */
const filterFrom = (actor: Actor, query: AdjustmentsQuery, cursor: Cursor<AdjustmentFilter, AdjustmentKey> | null): AdjustmentFilter => {
  const carried = cursor?.question;
  const start = query.start_date ?? carried?.range?.start_date;
  const end = query.end_date ?? carried?.range?.end_date;
  const scope = query.scope ?? (carried?.managerId == null ? undefined : 'team');
  const { user_id } = query;
  const question: AdjustmentFilter = {
    ...ownersOf(actor, { ...(scope === undefined ? {} : { scope }), ...(user_id === undefined ? {} : { user_id }) }),
    range: start === undefined && end === undefined ? null : readRange(start, end),
    state: query.state ?? carried?.state ?? null,
    sort: query.sort_field ?? carried?.sort ?? 'created_at',
    direction: query.sort_direction ?? carried?.direction ?? 'desc',
  };
  if (cursor) adjustmentCursor.mustContinue(cursor, question);
  return question;
};

/**
 * A page of adjustments (spec 7.21): everyone's, one person's, or only the actor's if they may not see others' commissions (spec 6.02).
 * Dates filter by the day an adjustment counts, so that the rows add up to the summary.
 * @throws Problem 400, 403
 */
export const listAdjustments = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  query: AdjustmentsQuery,
): Promise<AdjustmentPage> => {
  const cursor = query.cursor === undefined ? null : adjustmentCursor.read(query.cursor);
  const question = filterFrom(actor, query, cursor);
  const [page, total, viewer] = await Promise.all([
    readPage(
      query.limit,
      (maxRows) => store.adjustmentsPage.page(question, cursor?.after ?? null, maxRows),
      ({ sort_value: value, id }) => adjustmentCursor.write({ question, after: { value, id } }),
    ),
    store.adjustmentsPage.count(question),
    adjustmentViewerOf(store, actor),
  ]);
  return {
    data: page.rows.map((row) => adjustmentOf(viewer, row)),
    pagination: { cursor: page.cursor, limit: query.limit, total },
  };
};
