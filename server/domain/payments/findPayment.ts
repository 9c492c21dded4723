import type { PaymentDetail } from '../../../contract/entities/payment.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { ListedPayment } from '../../db/repositories/payments/paymentsPage.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { historyEntryOf } from '../audit/historyText.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import type { PaymentId } from './paymentIds.ts';
import { paymentOf, readPaymentViewer } from './paymentView.ts';

const MAX_LINES = 200;
type Repos = Pick<Repositories, 'receipts' | 'payouts'>;

/** @throws Problem 404 */
export const readPayment = async ({ receipts, payouts }: Repos, id: PaymentId | null): Promise<ListedPayment> => {
  if (id?.type === 'customer_payment') {
    const row = await receipts.byId(id.id);
    if (row) return { type: 'customer_payment', row };
  }
  if (id?.type === 'commission_payment') {
    const row = await payouts.byId(id.id);
    if (row) return { type: 'commission_payment', row };
  }
  throw notFoundProblem('payment');
};

const linesOf = async ({ receipts, payouts }: Repos, { type, row }: ListedPayment): Promise<PaymentDetail['lines']> => {
  const lines = type === 'customer_payment' ? await receipts.lines(row.id) : await payouts.lines(row.id);
  return lines.map(({ kind, id, label, customer_name, day, amount_cents, payment_id }) => ({
    kind,
    label,
    customer_name,
    day,
    id: String(id),
    amount: fromCents(amount_cents),
    payment_id: payment_id === null ? null : String(payment_id),
  }));
};

/** One payment with its allocations and its history, newest first. @throws Problem 404 */
export const findPayment = async ({ store }: Pick<Services, 'store'>, actor: Actor, id: PaymentId | null): Promise<PaymentDetail> => {
  const listed = await readPayment(store, id);
  const settled = listed.type === 'customer_payment' ? await store.settledOtherwise.ofReceipt(listed.row.id) : [];
  const entity = listed.type === 'customer_payment' ? 'receipt' : 'payout';
  return {
    ...paymentOf(await readPaymentViewer(store, actor), listed),
    lines: await linesOf(store, listed),
    settled: settled.map(({ invoice_id, label, amount_cents, means }) => ({
      invoice_id: String(invoice_id),
      label,
      amount: fromCents(amount_cents),
      means,
    })),
    history: (await store.audit.listAbout([{ entity, entityId: String(listed.row.id) }], MAX_LINES)).map(historyEntryOf),
  };
};
