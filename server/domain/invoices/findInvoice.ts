import type { InvoiceDetail, InvoicePrefill } from '../../../contract/entities/invoice.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import { defaultDueDate, invoiceStatusOf } from '../../../contract/rules/invoices.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { findReadableDeal } from '../deals/findDeal.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { canAccessInvoice } from '../shared/invoiceScope.ts';
import { forbidden, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { readNextNumber } from './invoiceNumber.ts';
import { timelineOf } from './invoiceTimeline.ts';
import { invoiceEntityOf, moneyOf } from './invoiceView.ts';

type Deps = Pick<Services, 'store' | 'clock'>;

/** @returns the row if the actor may read it @throws Problem 403, 404 */
export const findReadableInvoice = async (
  { invoiceRows }: Pick<Repositories, 'invoiceRows'>,
  actor: Actor,
  id: number | null,
): Promise<InvoiceRow> => {
  const row = id === null ? undefined : await invoiceRows.byId(id);
  if (!row) throw notFoundProblem('invoice');
  if (!canAccessInvoice(actor, 'invoice:read', row)) throw forbidden();
  return row;
};

/** One invoice with its payments, records, credit memos, event and timeline. @throws Problem 403, 404 */
export const findInvoice = async ({ store, clock }: Deps, actor: Actor, id: number | null): Promise<InvoiceDetail> => {
  const row = await findReadableInvoice(store, actor, id);
  const { config } = await currentConfig(store);
  const today = todayIn(config.timezone, clock());
  const [payments, settlements, records, related, event, audit] = await Promise.all([
    store.invoiceRows.payments(row.id),
    store.settledOtherwise.ofInvoice(row.id),
    store.invoiceRows.records(row.id),
    store.invoiceRows.related(row.id, row.credit_of_id),
    store.invoiceRows.event(row),
    store.audit.listAbout([{ entity: 'invoice', entityId: String(row.id) }], limits.invoices.timeline),
  ]);
  return {
    ...invoiceEntityOf(actor, row, today),
    payments: payments.map(({ id: paymentId, payment_date: date, amount_cents, method, reference, state }) => ({
      id: String(paymentId),
      date,
      amount: fromCents(amount_cents),
      method,
      reference,
      state,
    })),
    settlements: settlements.map(({ day, amount_cents, means }) => ({ day, means, amount: fromCents(amount_cents) })),
    records: (reachOf(actor, 'commission:read') === 'none' ? [] : records).map((record) => ({
      id: String(record.id),
      user_id: String(record.user_id),
      salesperson_name: fullName(record),
      booking_date: record.booking_date,
      commission_amount: fromCents(record.amount_cents),
      status: record.status,
    })),
    related: related.map((invoice) => ({
      id: String(invoice.id),
      invoice_number: invoice.invoice_number,
      booking_date: invoice.booking_date,
      gross_amount: fromCents(invoice.gross_cents),
      status: invoiceStatusOf(moneyOf(invoice), today),
    })),
    event: event ? { ...event, id: String(event.id) } : null,
    timeline: timelineOf(row, payments, audit, config.timezone),
  };
};

/** Initial values of a new invoice, with the deal it is for. @throws Problem 403, 404 for the deal */
export const prefillInvoice = async ({ store, clock }: Deps, actor: Actor, dealId: number | null | undefined): Promise<InvoicePrefill> => {
  const { config } = await currentConfig(store);
  const booking_date = todayIn(config.timezone, clock());
  const deal = dealId === undefined ? null : await findReadableDeal(store, actor, dealId);
  const customer = deal && (await store.invoiceRows.customer(deal.customer_name));
  return {
    invoice_number: await readNextNumber(store),
    booking_date,
    due_date: defaultDueDate(booking_date, limits.invoices.dueDays),
    deal: deal && {
      id: String(deal.id),
      name: deal.name,
      customer_name: deal.customer_name,
      customer_email: customer?.email ?? null,
      amount: deal.amount_cents === null ? null : fromCents(deal.amount_cents),
      owner_id: deal.owner_id === null ? null : String(deal.owner_id),
    },
  };
};
