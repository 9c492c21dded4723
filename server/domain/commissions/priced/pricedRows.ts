import type { PricedRow, PricedRowPage } from '../../../../contract/entities/plan.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import type { Actor } from '../../../../contract/permissions.ts';
import { clauseShares } from '../../../../contract/rules/commission/clauses/shares.ts';
import type { Plan } from '../../../../contract/rules/commission/plan.ts';
import { fromCents } from '../../../../contract/rules/money.ts';
import { isDay } from '../../../../contract/rules/time/period.ts';
import type { ListedRecordRow } from '../../../db/repositories/commissions/pricedRecords.ts';
import { readPlanAccess } from '../../plans/planAccess.ts';
import { invalidCursorProblem, isRowId, readParts, writeParts } from '../../shared/cursor.ts';
import { readPage } from '../../shared/page.ts';
import { notFoundProblem } from '../../shared/problem.ts';
import type { Services } from '../../shared/services.ts';
import { findPlan, pricedFilterFrom } from './pricedClauses.ts';
import { partsOfRow } from './pricedRecord.ts';

type PricedQuery = Readonly<{
  key: string;
  version: number;
  start_date?: string;
  end_date?: string;
  user_id?: string;
  cursor?: string;
  limit: number;
}>;
const KIND = 'priced';

const readAfter = (text: string) => {
  const [kind, day, id] = readParts(text, 3);
  if (kind !== KIND || !isDay(day) || !isRowId(id)) throw invalidCursorProblem();
  return { day, id };
};

const rowOf = (plan: Plan, key: string, row: ListedRecordRow): PricedRow[] =>
  clauseShares(partsOfRow(plan, row))
    .filter((share) => share.key === key)
    .map(({ net, rate, amount }) => ({
      id: String(row.id),
      invoice_number: row.invoice_number,
      customer_name: row.customer_name,
      salesperson_name: fullName(row),
      booking_date: row.booking_date,
      net_revenue: fromCents(net),
      rate,
      amount: fromCents(amount),
    }));

/**
 * The records that one version's clause priced in a range, newest first, each with the priced part. A page may have fewer rows than its
 * limit even if more pages follow.
 * @throws Problem 400, 403, 404
 */
export const readPricedRows = async (
  services: Pick<Services, 'store'>,
  actor: Actor,
  planId: string,
  query: PricedQuery,
): Promise<PricedRowPage> => {
  const access = await readPlanAccess(services, actor);
  const question = pricedFilterFrom(actor, planId, query);
  const { key, version, limit } = query;
  const foundPlan = (await findPlan(services, access, planId, [version]))(version);
  if (!foundPlan) throw notFoundProblem('plan');
  const rowFilter = { version, key, after: query.cursor === undefined ? null : readAfter(query.cursor) };
  const page = await readPage(
    limit,
    (limit) => services.store.pricedRecords.page(question, rowFilter, limit),
    ({ booking_date, id }) => writeParts([KIND, booking_date, id]),
  );
  return { data: page.rows.flatMap((row) => rowOf(foundPlan.plan, key, row)), pagination: { cursor: page.cursor, limit, total: null } };
};
