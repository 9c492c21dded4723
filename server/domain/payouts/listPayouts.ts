import type { PayoutPage, PayoutsSummary } from '../../../contract/entities/payout.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { readPage } from '../shared/page.ts';
import type { Services } from '../shared/services.ts';
import { payoutCursor } from './payoutCursor.ts';
import { payoutOf, readPayees } from './payoutReading.ts';

export type PayoutsQuery = Readonly<{ user_id?: string; cursor?: string; limit: number }>;

const summaryOf = (totals: Awaited<ReturnType<Repositories['payoutsPage']['openTotals']>>): PayoutsSummary => {
  const totalOf = (state: keyof PayoutsSummary) => {
    const { count = 0, amount_cents = 0 } = totals.find((total) => total.state === state) ?? {};
    return { count, amount: fromCents(amount_cents) };
  };
  return { pending: totalOf('pending'), processing: totalOf('processing') };
};

/** decisions 2.29: payouts of the people whose payouts the actor may read, newest first. @throws Problem 400, 403, 404 */
export const listPayouts = async ({ store }: Pick<Services, 'store'>, actor: Actor, query: PayoutsQuery): Promise<PayoutPage> => {
  const cursor = query.cursor === undefined ? null : payoutCursor.read(query.cursor);
  const userId = query.user_id === undefined ? (cursor?.question.userId ?? null) : Number(query.user_id);
  if (cursor) payoutCursor.mustContinue(cursor, { userId });
  const payees = await readPayees(store, actor, userId);
  const [page, total, totals] = await Promise.all([
    readPage(
      query.limit,
      (limit) => store.payoutsPage.page(payees, cursor?.after ?? null, limit),
      ({ paid_on, id }) => payoutCursor.write({ question: { userId }, after: { paid_on, id } }),
    ),
    store.payoutsPage.count(payees),
    store.payoutsPage.openTotals(payees),
  ]);
  return { data: page.rows.map(payoutOf), pagination: { cursor: page.cursor, limit: query.limit, total }, summary: summaryOf(totals) };
};
