import { type Payment, type PaymentAction, type PaymentState, paymentActions } from '../../../contract/entities/payment.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type PayoutEvent, type PayoutFacts, payoutLifecycle } from '../../../contract/lifecycles/payout.ts';
import { type ReceiptEvent, type ReceiptFacts, receiptLifecycle } from '../../../contract/lifecycles/receipt.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { creditMethod } from '../../../contract/rules/invoices.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { ListedPayment } from '../../db/repositories/payments/paymentsPage.ts';
import type { ReceiptRow } from '../../db/repositories/payments/receipts.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { isUndoable } from '../shared/undoTime.ts';
import { paymentId } from './paymentIds.ts';

/** The actor, and the current approvers of commission payments. */
export type PaymentViewer = Readonly<{ actor: Actor; approvers: readonly number[]; now?: Date }>;

/** Ids of active people with the configured approver roles who manage payments, or of the admins if nobody has them (decisions 2.07, 2.16, 3.04). */
export const readPayoutApprovers = async (tx: Pick<Repositories, 'config' | 'payouts'>): Promise<number[]> => {
  const { config } = await currentConfig(tx);
  const approvers = await tx.payouts.approvers(config.payout.approvers.filter((role) => can({ id: '', role }, 'payment:manage')));
  return approvers.length > 0 ? approvers : tx.payouts.approvers(['admin']);
};

export const readPaymentViewer = async (
  tx: Pick<Repositories, 'config' | 'payouts'>,
  actor: Actor,
  now?: Date,
): Promise<PaymentViewer> => ({
  actor,
  approvers: await readPayoutApprovers(tx),
  ...(now && { now }),
});

export const receiptFacts = ({ source, reversed_by_id, reversal_of_id, method }: ReceiptRow): ReceiptFacts => ({
  connected: source !== null,
  reversed: reversed_by_id !== null,
  isReversal: reversal_of_id !== null,
  isCredit: method === creditMethod,
});

/** The recorder and the payee, who may not approve it while another person could. */
export const makersOf = ({ created_by, user_id }: Pick<PayoutRow, 'created_by' | 'user_id'>): number[] =>
  created_by === null ? [user_id] : [created_by, user_id];

export const payoutFacts = ({ actor, approvers, ...viewer }: PaymentViewer, row: PayoutRow): PayoutFacts => {
  const recorders = makersOf(row);
  return {
    makers: recorders.map(String),
    otherApprovers: approvers.filter((id) => !recorders.includes(id)).length,
    mayApprove: approvers.includes(Number(actor.id)),
    approved: row.approved_by !== null,
    inProposal: row.run_state === 'proposed',
    reversed: row.reversed_by_id !== null,
    isReversal: row.reversal_of_id !== null,
    undoable: isUndoable(row, { actor, ...viewer }),
  };
};

/** Placeholder for the reason that the user will enter. */
const PLACEHOLDER_REASON = 'given';
const receiptEvents: Partial<Record<PaymentAction, ReceiptEvent>> = {
  approve: { type: 'approve' },
  fail: { type: 'fail', reason: PLACEHOLDER_REASON },
  retry: { type: 'retry' },
  reverse: { type: 'reverse', reason: PLACEHOLDER_REASON },
  allocate: { type: 'allocate' },
};
const payoutEvent = (action: PaymentAction, actorId: string): PayoutEvent | null => {
  if (action === 'allocate') return null;
  if (action === 'approve') return { type: 'approve', actorId };
  return action === 'fail' || action === 'reverse' ? { type: action, reason: PLACEHOLDER_REASON } : { type: action };
};

const actionsOf = (viewer: PaymentViewer, { type, row }: ListedPayment): PaymentAction[] => {
  if (!can(viewer.actor, 'payment:manage')) return [];
  return paymentActions.filter((action) => {
    if (type === 'customer_payment') {
      const event = receiptEvents[action];
      return event !== undefined && canStep(receiptLifecycle, row.state, event, receiptFacts(row));
    }
    const event = payoutEvent(action, viewer.actor.id);
    return event !== null && canStep(payoutLifecycle, row.state, event, payoutFacts(viewer, row));
  });
};

const idOf = (id: number | null): string | null => (id === null ? null : String(id));
const linkedIdOf = (type: Payment['type'], id: number | null): string | null => (id === null ? null : paymentId(type, id));

/** The unallocated amount; null for failed, reversed and reversing payments. */
const unappliedOf = ({ state, amount_cents, allocated_cents, reversal_of_id, reversed_by_id }: ReceiptRow): number | null =>
  state === 'failed' || reversal_of_id !== null || reversed_by_id !== null ? null : fromCents(amount_cents - allocated_cents);

const customerFieldsOf = (row: ReceiptRow) => ({
  customer_id: idOf(row.customer_id),
  customer_name: row.customer_name,
  user_id: null,
  user_name: null,
  payment_date: row.received_on,
  unapplied: unappliedOf(row),
  drawn: 0,
  recovered: 0,
  run_id: null,
  self_approved: false,
  source: row.source,
  approved_by: null,
});

const personFieldsOf = (row: PayoutRow) => ({
  customer_id: null,
  customer_name: null,
  user_id: String(row.user_id),
  user_name: fullName(row),
  payment_date: row.paid_on,
  unapplied: null,
  drawn: fromCents(row.drawn_cents),
  recovered: fromCents(row.recovered_cents),
  run_id: idOf(row.run_id),
  self_approved: row.self_approved,
  source: row.source === 'before' ? messages.payments.paidBefore : null,
  approved_by: row.approver,
});

/** spec 3.20, with the actions the actor may take now. */
export const paymentOf = (viewer: PaymentViewer, listed: ListedPayment): Payment => {
  const { type, row } = listed;
  return {
    id: paymentId(type, row.id),
    type,
    invoice_id: idOf(row.invoice_id),
    invoice_number: row.invoice_number,
    ...(listed.type === 'customer_payment' ? customerFieldsOf(listed.row) : personFieldsOf(listed.row)),
    amount: fromCents(row.amount_cents + (listed.type === 'customer_payment' ? listed.row.credit_cents : 0)),
    payment_method: row.method,
    reference: row.reference,
    status: row.state as PaymentState,
    notes: row.notes,
    reversal_of: linkedIdOf(type, row.reversal_of_id),
    reversed_by: linkedIdOf(type, row.reversed_by_id),
    failure: row.failure,
    created_by: row.author,
    created_at: row.created_at,
    version: row.version,
    actions: actionsOf(viewer, listed),
  };
};
