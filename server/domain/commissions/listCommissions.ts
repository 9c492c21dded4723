import type { Commission, CommissionPage, CommissionStatus } from '../../../contract/entities/commission.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import { fullName } from '../../../contract/entities/user.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { CommissionRow } from '../../db/repositories/commissions/commissions.ts';
import { readAsKnownOn } from '../lens/asKnown.ts';
import type { Heads } from '../shared/heads.ts';
import { readPage } from '../shared/page.ts';
import type { Services } from '../shared/services.ts';
import { type CommissionCursor, commissionCursor } from './commissionCursor.ts';
import { type CommissionFilter, ownersOf, readRange } from './commissionQuestion.ts';
import { statusCountOf } from './commissionSummary.ts';
import { readSummary } from './summarizeCommissions.ts';

export type CommissionsQuery = Readonly<{
  start_date?: string;
  end_date?: string;
  user_id?: string;
  scope?: Scope;
  status?: CommissionStatus;
  search?: string;
  asOf?: string;
  cursor?: string;
  limit: number;
}>;

export const commissionEntityOf = (row: CommissionRow): Commission => ({
  id: String(row.id),
  invoice_id: String(row.invoice_id),
  invoice_number: row.invoice_number,
  customer_name: row.customer_name,
  user_id: String(row.user_id),
  salesperson_name: fullName(row),
  booking_date: row.booking_date,
  gross_amount: fromCents(row.gross_cents),
  net_revenue: fromCents(row.net_cents),
  commission_amount: fromCents(row.amount_cents),
  adjustments_amount: fromCents(row.adjustments_cents),
  commission_rate: row.net_cents === 0 ? 0 : row.amount_cents / row.net_cents,
  status: row.status,
  payment_date: row.payment_date,
  notes: row.notes,
  owner_manager_id: row.manager_id === null ? null : String(row.manager_id),
});

/** Search results are counted up to this number, because counting all of them is slow. */
const MAX_COUNTED = 1000;

/** The list's filters; parameters missing from the query come from the cursor, and those in both must agree. */
const filterFrom = (actor: Actor, query: CommissionsQuery, cursor: CommissionCursor | null): CommissionFilter => {
  const carried = cursor?.question;
  const owner = query.user_id ?? (carried?.userId == null ? undefined : String(carried.userId));
  const scope = query.scope ?? (carried?.managerId == null ? undefined : 'team');
  return {
    ...readRange(query.start_date ?? carried?.start_date, query.end_date ?? carried?.end_date),
    ...ownersOf(actor, { ...(owner === undefined ? {} : { user_id: owner }), ...(scope === undefined ? {} : { scope }) }),
    status: query.status ?? carried?.status ?? null,
    search: query.search?.trim() || (carried?.search ?? null),
  };
};

type PageQuestion = Readonly<{ question: CommissionFilter; asOf: Day | null; cursor: CommissionCursor | null; limit: number }>;

const readPageOf = async (
  services: Pick<Services, 'store' | 'clock'>,
  { question, asOf, cursor, limit }: PageQuestion,
  heads?: Heads,
): Promise<CommissionPage> => {
  const [page, total, { sums, summary }] = await Promise.all([
    readPage(
      limit,
      (maxRows) => services.store.commissions.page({ ...question, after: cursor?.after ?? null, limit: maxRows }),
      ({ booking_date, id }) => commissionCursor.write({ question: { ...question, asOf }, after: { booking_date, id } }),
    ),
    question.search === null ? null : services.store.commissions.count(question, MAX_COUNTED),
    readSummary(services, question, question, heads),
  ]);
  return {
    data: page.rows.map(commissionEntityOf),
    summary,
    pagination: {
      cursor: page.cursor,
      limit,
      total: question.search === null ? statusCountOf(sums, question.status) : total,
    },
  };
};

/**
 * A page of commissions, newest booking first, with the summary of the whole range (spec 7.20). Rows inserted while paging neither repeat
 * nor hide existing rows. Status and search filter rows and total; the summary covers the range.
 * @throws Problem 400, 403
 */
export const listCommissions = async (
  services: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  query: CommissionsQuery,
  heads?: Heads,
): Promise<CommissionPage> => {
  const cursor = query.cursor === undefined ? null : commissionCursor.read(query.cursor);
  const question = filterFrom(actor, query, cursor);
  const asOf = query.asOf ?? cursor?.question.asOf ?? null;
  if (cursor) commissionCursor.mustContinue(cursor, { ...question, asOf });
  return readAsKnownOn(services, { day: asOf, heads }, (past, pastHeads) =>
    readPageOf(past, { question, asOf, cursor, limit: query.limit }, pastHeads),
  );
};
