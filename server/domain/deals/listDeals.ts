import type { DealPage, DealSort } from '../../../contract/entities/deal.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { readPage } from '../shared/page.ts';
import type { Services } from '../shared/services.ts';
import { dealCursor } from './dealCursor.ts';
import { type DealsQuery, filterFrom } from './dealQuestion.ts';
import { readableOwners, staleThreshold } from './dealScope.ts';
import { dealOf } from './dealView.ts';

export type DealsListQuery = DealsQuery &
  Readonly<{ sort_field?: DealSort; sort_direction?: 'asc' | 'desc'; cursor?: string; limit: number }>;

/** A page of readable deals; by close date, deals that need data come first (decisions 2.17). @throws Problem 400 */
export const listDeals = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  query: DealsListQuery,
): Promise<DealPage> => {
  const now = clock();
  const cursor = query.cursor === undefined ? null : dealCursor.read(query.cursor);
  const carried = {
    ...filterFrom(query, cursor?.question),
    sort: query.sort_field ?? cursor?.question.sort ?? 'expected_close_date',
    direction: query.sort_direction ?? cursor?.question.direction ?? 'asc',
  } as const;
  if (cursor) dealCursor.mustContinue(cursor, carried);
  const question = { ...carried, owners: await readableOwners(store, actor) };
  const [page, total] = await Promise.all([
    readPage(
      query.limit,
      (maxRows) => store.dealsPage.page(question, cursor?.after ?? null, maxRows, staleThreshold(now)),
      ({ sort_value: value, id }) => dealCursor.write({ question: carried, after: { value, id } }),
    ),
    store.dealsPage.count(question, staleThreshold(now)),
  ]);
  return {
    data: page.rows.map((row) => dealOf(actor, row, now)),
    pagination: { cursor: page.cursor, limit: query.limit, total },
  };
};
