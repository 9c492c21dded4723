import type { Payout, PayoutState } from '../../../contract/entities/payout.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type Actor, can, reachOf } from '../../../contract/permissions.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Payees } from '../../db/repositories/payouts/payoutsPage.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { paymentId } from '../payments/paymentIds.ts';
import { forbidden, notFoundProblem } from '../shared/problem.ts';

const NEXT_PREFIX = 'next-';

/** The id for the amount that is ready for a person and in no payment yet. */
export const nextPayoutId = (userId: number): string => `${NEXT_PREFIX}${userId}`;
/** The person of such an id; null for any other id. */
export const readNextId = (text: string): number | null => {
  const [, digits] = /^next-([1-9]\d{0,14})$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
};

/** The payee, whose payouts the actor may read (decisions 2.29). @throws Problem 403, 404 */
export const findPayee = async ({ users }: Pick<Repositories, 'users'>, actor: Actor, userId: number): Promise<UserRow> => {
  const payee = await users.byId(userId);
  const target = { owner_id: String(userId), owner_manager_id: payee?.manager_id == null ? null : String(payee.manager_id) };
  if (!can(actor, 'payout:read', target)) throw forbidden();
  if (!payee) throw notFoundProblem('person');
  return payee;
};

/** The requested person, or everyone whose payouts the actor may read. @throws Problem 403, 404 */
export const readPayees = async (tx: Pick<Repositories, 'users'>, actor: Actor, userId: number | null): Promise<Payees> => {
  if (userId !== null) {
    await findPayee(tx, actor, userId);
    return { userId, managerId: null };
  }
  const own = Number(actor.id);
  const payees = { all: { userId: null, managerId: null }, team: { userId: null, managerId: own }, own: { userId: own, managerId: null } };
  const reach = reachOf(actor, 'payout:read');
  if (reach === 'none') throw forbidden();
  return payees[reach];
};

const linkedIdOf = (id: number | null): string | null => (id === null ? null : paymentId('commission_payment', id));

export const payoutOf = (row: PayoutRow): Payout => ({
  id: paymentId('commission_payment', row.id),
  user_id: String(row.user_id),
  user_name: fullName(row),
  amount: fromCents(row.amount_cents),
  payment_date: row.paid_on,
  status: row.state as PayoutState,
  reversal_of: linkedIdOf(row.reversal_of_id),
  reversed_by: linkedIdOf(row.reversed_by_id),
});

/** The amount that is ready for a person, as a payout of the next pay day. */
export const readyPayoutOf = (payee: Pick<UserRow, 'id' | 'first_name' | 'last_name'>, amount: Cents, day: Day): Payout => ({
  id: nextPayoutId(payee.id),
  user_id: String(payee.id),
  user_name: fullName(payee),
  amount: fromCents(amount),
  payment_date: day,
  status: 'ready',
  reversal_of: null,
  reversed_by: null,
});
