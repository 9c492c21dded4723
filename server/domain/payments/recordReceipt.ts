import { fill, messages } from '../../../contract/messages.ts';
import type { ReceiptRow } from '../../db/repositories/payments/receipts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import { allocateRequest } from './allocate.ts';
import { lockPayableInvoices } from './payableInvoices.ts';
import { type PaymentBy, paymentEntry } from './paymentEffects.ts';
import type { PaymentInput } from './paymentForm.ts';
import { paymentId } from './paymentIds.ts';
import { paymentOf, readPaymentViewer } from './paymentView.ts';
import { receiptCause, writeReceiptFacts } from './writeReceipt.ts';

const t = messages.paymentFormText;

/**
 * decisions 2.15: asks about a payment with the same amount, reference and day. Call it after the audit entry is written: both recorders
 * need the head lock of the audit log, so a concurrent one, also for another customer, has committed by then.
 * @throws Problem 409 payment_duplicate
 */
const assertNew = async (tx: Repositories, input: PaymentInput, createdId: number, context: PaymentBy): Promise<void> => {
  const { day: received_on, amount: amount_cents, reference, payer: customer_id } = input;
  const duplicate = input.confirmed ? null : await tx.receipts.same({ received_on, amount_cents, reference, customer_id }, createdId);
  const row = duplicate === null ? undefined : await tx.receipts.byId(duplicate);
  if (!row) return;
  const type = 'customer_payment';
  const current = paymentOf(await readPaymentViewer(tx, context.principal.actor), { type, row });
  const name = paymentId(type, row.id);
  throw new Problem(409, 'payment_duplicate', fill(messages.paymentRefusals.duplicate, { name }), { current });
};

/**
 * Records a customer payment and its allocation to invoices; the rest becomes a customer credit (decisions 2.15).
 * @throws Problem 409 payment_duplicate, period_closed, 422
 */
export const recordReceipt = async (tx: Repositories, input: PaymentInput, context: PaymentBy): Promise<ReceiptRow> => {
  const row = await writeReceiptFacts(tx, context, async (declareFacts) => {
    const { principal, at } = context;
    const { config } = await currentConfig(tx);
    if (input.day > todayIn(config.timezone, at)) throw formProblem({ payment_date: t.dateFuture });
    await assertOpen(tx, input.day);
    const customer = await tx.receipts.lockCustomer(input.payer);
    if (!customer) throw formProblem({ payer: t.payerUnknown });
    const items = await lockPayableInvoices(tx, customer.id, 0, input.lines);
    const lines = allocateRequest({ amount: input.amount, lines: input.lines, items, all: false });
    await declareFacts(lines.map(({ id }) => id));
    const createdAt = at.toISOString();
    const id = await tx.receipts.add({
      customer_id: customer.id,
      amount_cents: input.amount,
      received_on: input.day,
      method: input.method,
      reference: input.reference,
      notes: input.notes,
      state: input.cleared ? 'completed' : 'pending',
      created_by: principal.userId,
      created_at: createdAt,
      updated_at: createdAt,
    });
    const parts = lines.map((line) => ({ receipt_id: id, invoice_id: line.id, amount_cents: line.amount }));
    await tx.allocations.add(parts, principal.userId);
    const finish = async () => {
      const answer = (await tx.receipts.byId(id)) as ReceiptRow;
      return {
        answer,
        entries: [paymentEntry({ verb: 'recorded', before: null, after: { type: 'customer_payment', row: answer } }, context)],
      };
    };
    return { why: receiptCause('payment', { customer_name: customer.name, amount_cents: input.amount, method: input.method }), finish };
  });
  await assertNew(tx, input, row.id, context);
  return row;
};
