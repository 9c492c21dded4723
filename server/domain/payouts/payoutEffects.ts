import { fullName } from '../../../contract/entities/user.ts';
import { can } from '../../../contract/permissions.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { AuditWrite } from '../../db/repositories/audit/audit.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { type PaymentBy, type PaymentVerb, paymentEntry } from '../payments/paymentEffects.ts';
import { makersOf, readPayoutApprovers } from '../payments/paymentView.ts';
import { dollars } from '../shared/moneyText.ts';
import { undoEndsAt } from '../shared/undoTime.ts';

type PayoutTransition = Readonly<{ deed: PaymentVerb; before: PayoutRow | null; after: PayoutRow; reason?: string }>;

/**
 * The page on which the payee reads the payout: some roles, such as that of a seller who became an events manager, have no page of
 * payouts.
 */
const readPayeePage = async ({ users }: Pick<Repositories, 'users'>, payee: number): Promise<'/payouts' | '/wake'> => {
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
  const payeeNotice = { subject: { kind: 'payout', id, page: await readPayeePage(tx, payee) }, occurrence, words } as const;
  const financeNotice = { subject: { kind: 'payout', id, page: '/payments' }, occurrence, words } as const;
  if (deed === 'completed') await notify(tx, 'payoutCompleted', payeeNotice, { ...audience, to: [payee] });
  if (deed === 'reversed') await notify(tx, 'payoutReversed', payeeNotice, { ...audience, to: [payee] });
  if (deed === 'reopened') await notify(tx, 'payoutReopened', payeeNotice, { ...audience, to: [payee] });
  if (deed === 'failed') await notify(tx, 'payoutFailed', financeNotice, { ...audience, to: await readPayoutApprovers(tx) });
  if (after.state === 'pending' && (deed === 'recorded' || deed === 'retried')) {
    const recorders = makersOf(after);
    const to = (await readPayoutApprovers(tx)).filter((one) => !recorders.includes(one));
    await notify(tx, 'payoutWaiting', financeNotice, { ...audience, to });
  }
};

/** Sends the notices of an action, in its transaction. @returns the audit entry */
export const recordPayoutEffects = async (tx: Repositories, transition: PayoutTransition, by: PaymentBy): Promise<AuditWrite[]> => {
  await notifyPayout(tx, transition, by);
  const { deed, before, after, reason } = transition;
  const toListedPayout = (row: PayoutRow) => ({ type: 'commission_payment', row }) as const;
  return [
    paymentEntry(
      { verb: deed, before: before && toListedPayout(before), after: toListedPayout(after), ...(reason ? { cause: reason } : {}) },
      by,
    ),
  ];
};
