import { fullName } from '../../../contract/entities/user.ts';
import { can } from '../../../contract/permissions.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { type PaymentBy, type PaymentVerb, paymentEntry } from '../payments/paymentEffects.ts';
import { makersOf, payoutApprovers } from '../payments/paymentView.ts';
import { dollars } from '../shared/moneyText.ts';
import { undoEndsAt } from '../shared/undoTime.ts';

type PayoutTransition = Readonly<{ deed: PaymentVerb; before: PayoutRow | null; after: PayoutRow; reason?: string }>;

/**
 * The page on which the payee reads the payout: some roles, such as that of a seller who became an events manager, have no page of
 * payouts.
 */
const payeePage = async ({ users }: Pick<Repositories, 'users'>, payee: number): Promise<'/payouts' | '/wake'> => {
  const user = await users.byId(payee);
  return user && can({ id: String(user.id), role: user.role }, 'screen:payouts') ? '/payouts' : '/wake';
};

/** Notifies the payee of the outcome, finance of failures, and approvers of pending payments (decisions 5.02). */
const notifyPayout = async (
  tx: Repositories,
  { deed, before, after, reason = '' }: PayoutTransition,
  { principal, at: now }: PaymentBy,
): Promise<void> => {
  if (deed === 'undone') return tx.notifications.deleteUpcoming(`payout:${after.id}:`, now);
  // The notice of a rejection is delayed, because a rejection can be undone (decisions 2.10).
  const at = deed === 'failed' && before?.state === 'pending' ? undoEndsAt(now) : now;
  const { id, user_id: payee } = after;
  const occurrence = `${deed}:${after.version}`;
  const words = { amount: dollars(after.amount_cents), person: fullName(after), day: dayText(after.paid_on), reason };
  const audience = { by: principal.userId, at };
  const own = { subject: { kind: 'payout', id, page: await payeePage(tx, payee) }, occurrence, words } as const;
  const finance = { subject: { kind: 'payout', id, page: '/payments' }, occurrence, words } as const;
  if (deed === 'completed') await notify(tx, 'payoutCompleted', own, { ...audience, to: [payee] });
  if (deed === 'reversed') await notify(tx, 'payoutReversed', own, { ...audience, to: [payee] });
  if (deed === 'reopened') await notify(tx, 'payoutReopened', own, { ...audience, to: [payee] });
  if (deed === 'failed') await notify(tx, 'payoutFailed', finance, { ...audience, to: await payoutApprovers(tx) });
  if (after.state === 'pending' && (deed === 'recorded' || deed === 'retried')) {
    const makers = makersOf(after);
    const to = (await payoutApprovers(tx)).filter((one) => !makers.includes(one));
    await notify(tx, 'payoutWaiting', finance, { ...audience, to });
  }
};

/** Sends the notices of an action, in its transaction. @returns the audit entry */
export const recordPayoutEffects = async (tx: Repositories, done: PayoutTransition, by: PaymentBy): Promise<AuditWrite[]> => {
  await notifyPayout(tx, done, by);
  const { deed, before, after, reason } = done;
  const typedRow = (row: PayoutRow) => ({ type: 'commission_payment', row }) as const;
  return [
    paymentEntry({ verb: deed, before: before && typedRow(before), after: typedRow(after), ...(reason ? { cause: reason } : {}) }, by),
  ];
};
