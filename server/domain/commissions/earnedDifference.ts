import type { EarnedDifference } from '../../../contract/entities/explanation.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { Services } from '../shared/services.ts';
import { ownersOf, readRange } from './commissionQuestion.ts';

type RangeQuery = Readonly<{ start_date?: string; end_date?: string; user_id?: string; scope?: Scope }>;

/** Adjustments that explain the difference between Earned and Total (decisions 2.05), largest first. @throws Problem 400, 403 */
export const readEarnedDifference = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  { start_date, end_date, ...scope }: RangeQuery,
): Promise<EarnedDifference> => {
  const range = readRange(start_date, end_date);
  const rows = await store.straddling.inRange(range, ownersOf(actor, scope), limits.list.defaultLimit);
  const { count, total_cents: total } = rows[0] ?? { count: 0, total_cents: 0 };
  const listed = rows.reduce((sum, { difference_cents }) => sum + difference_cents, 0);
  return {
    amount: fromCents(total),
    adjustments: rows.map((row) => ({
      id: String(row.id),
      commission_id: String(row.commission_id),
      invoice_number: row.invoice_number,
      salesperson_name: fullName(row),
      amount: fromCents(row.difference_cents),
      effective_date: row.effective_date,
      booking_date: row.booking_date,
      records: row.booking_date >= range.start_date && row.booking_date <= range.end_date ? 'these' : 'others',
    })),
    others: { count: count - rows.length, amount: fromCents(total - listed) },
  };
};
