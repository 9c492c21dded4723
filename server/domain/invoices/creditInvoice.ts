import type { Invoice } from '../../../contract/entities/invoice.ts';
import { creditForm } from '../../../contract/forms/invoice.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { creditedNet } from '../../../contract/rules/invoices.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { changeFacts, type DeclareFacts, type WriteResult } from '../facts/changeFacts.ts';
import { proposable } from '../facts/proposable.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { dollars } from '../shared/moneyText.ts';
import { formProblem } from '../shared/problem.ts';
import { parseFormCents, toFormText } from '../shared/typed.ts';
import {
  type InvoiceDeps,
  type InvoiceVersion,
  invoiceStateAfter,
  type LockedInvoice,
  lockInvoice,
  reloadInvoice,
} from './changeInvoice.ts';
import { entriesOf, type InvoiceTransition, invoiceCauseOf } from './invoiceEffects.ts';
import { nextMemoNumber, withNumber } from './invoiceNumber.ts';
import { creditableCentsOf, invoiceEntityOf } from './invoiceView.ts';

const t = messages.invoiceFormText;
export type CreditFormBody = Readonly<Partial<Record<'amount' | 'booking_date' | 'notes', unknown>>>;
type CreditInput = Readonly<{ cents: Cents; day: Day; notes: string }>;

/** @throws Problem 422 naming each field */
const readCredit = async ({ before, today }: LockedInvoice, body: CreditFormBody): Promise<CreditInput> => {
  const form = { amount: toFormText(body.amount), booking_date: toFormText(body.booking_date) || today, notes: toFormText(body.notes) };
  await checkForm(creditForm, form);
  const cents = parseFormCents(form.amount);
  const creditable = creditableCentsOf(before);
  if (cents > creditable) throw formProblem({ amount: fill(t.creditLeft, { amount: dollars(creditable) }) });
  if (form.booking_date < before.booking_date)
    throw formProblem({ booking_date: fill(t.creditBefore, { day: dayText(before.booking_date) }) });
  return { cents, day: form.booking_date, notes: form.notes };
};

/** Adds a negative invoice that reverses net revenue in proportion to its share of the gross. */
const addMemo = async ({ tx, before, at }: LockedInvoice, { cents, day, notes }: CreditInput, userId: number): Promise<number> => {
  const invoice = { gross: before.gross_cents, net: before.net_cents };
  const credited = { gross: before.credited_cents, net: before.credited_net_cents };
  const createdAt = at.toISOString();
  return tx.invoiceRows.add({
    invoice_number: await nextMemoNumber(tx, before.invoice_number),
    customer_name: before.customer_name,
    customer_id: before.customer_id,
    customer_type: before.customer_type,
    deal_id: before.deal_id,
    salesperson_id: before.salesperson_id,
    sales_lead_id: before.sales_lead_id,
    credit_of_id: before.id,
    gross_cents: -cents,
    net_cents: -creditedNet(invoice, credited, cents),
    booking_date: day,
    due_date: null,
    state: 'sent',
    sent_at: createdAt,
    notes,
    created_by: userId,
    created_at: createdAt,
    updated_at: createdAt,
  });
};

/**
 * Applies the memo to the invoice's open balance: applied credits count as received (decisions 2.03). The rest is an unapplied customer
 * credit (decisions 2.15); its commission is reversed in either case.
 */
const applyMemo = async ({ tx, before }: LockedInvoice, memo: InvoiceRow, day: Day, userId: number): Promise<void> => {
  const cents = -memo.gross_cents;
  const applied = Math.max(0, Math.min(cents, before.gross_cents - before.received_cents));
  const { id: originalId, customer_id: customerId } = before;
  await tx.invoiceRows.applyCredits(
    [{ originalId, memoId: memo.id, memoNumber: memo.invoice_number, customerId, cents, applied, day }],
    userId,
  );
};

/**
 * Creates a credit memo for all or part of an invoice.
 * @returns the memo
 * @throws Problem 202 waiting_for_approval, 403, 404, 409 stale_version, invoice_step, invoice_connected, period_closed, 422
 */
const credit = (
  { store, clock }: InvoiceDeps,
  principal: Principal,
  target: InvoiceVersion,
  body: CreditFormBody,
  origin: Origin,
): Promise<Invoice> => {
  const at = clock();
  const { actor, userId } = principal;
  const write = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<Invoice>> => {
    const locked = await lockInvoice(tx, actor, target, at);
    const { before, today } = locked;
    invoiceStateAfter(locked, { type: 'credit', amount: 1 });
    const input = await readCredit(locked, body);
    invoiceStateAfter(locked, { type: 'credit', amount: input.cents });
    await assertOpen(tx, input.day);
    await declareFacts({ invoices: [before.id] });
    const memo = await reloadInvoice(tx, await addMemo(locked, input, userId));
    await applyMemo(locked, memo, input.day, userId);
    // Increments the invoice's version, so that a user with an outdated view cannot create a second memo.
    await tx.invoiceRows.change(before.id, {}, at);
    const finish = async () => {
      const transitions: InvoiceTransition[] = [
        { verb: 'credited', before, after: await reloadInvoice(tx, before.id) },
        { verb: 'created', before: null, after: memo },
      ];
      return { answer: invoiceEntityOf(actor, await reloadInvoice(tx, memo.id), today), entries: entriesOf(transitions, userId) };
    };
    return { why: invoiceCauseOf('credited', memo.invoice_number), made: [{ invoices: [before.id, memo.id] }], finish };
  };
  const work = store.transaction((tx) => changeFacts(tx, { principal, origin, at }, (declareFacts) => write(tx, declareFacts)));
  return withNumber(store, work);
};
export const creditInvoice = proposable('invoice.credit', credit);
