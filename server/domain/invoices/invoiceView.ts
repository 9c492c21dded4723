import { type Invoice, type InvoiceAction, invoiceActions } from '../../../contract/entities/invoice.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type InvoiceEvent, type InvoiceFacts, invoiceLifecycle } from '../../../contract/lifecycles/invoice.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import { daysOverdue, type InvoiceMoney, invoiceStatusOf } from '../../../contract/rules/invoices.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import { canAccessInvoice } from '../shared/invoiceScope.ts';
import { isFromConnection } from '../shared/invoiceSource.ts';
import { pickTextFields } from './textFields.ts';

const isMemo = ({ credit_of_id, gross_cents }: InvoiceRow): boolean => credit_of_id !== null || gross_cents < 0;
export const creditableCentsOf = (row: InvoiceRow): number => (isMemo(row) ? 0 : Math.max(0, row.gross_cents - row.credited_cents));

/** The facts the lifecycle's guards read. */
export const invoiceFactsOf = (row: InvoiceRow): InvoiceFacts => ({
  connected: isFromConnection(row),
  memo: isMemo(row),
  // A memo's own credit does not count as money received, but another memo's credit that pays an invoice does.
  received: row.is_pending || (isMemo(row) ? row.paid_cents : row.received_cents) !== 0,
  credited: row.credited_cents !== 0,
  left: creditableCentsOf(row),
});

const eventOf = (action: InvoiceAction): InvoiceEvent => (action === 'credit' ? { type: 'credit', amount: 1 } : { type: action });

const actionsOf = (actor: Actor, row: InvoiceRow): InvoiceAction[] =>
  canAccessInvoice(actor, 'invoice:write', row)
    ? invoiceActions.filter((action) => canStep(invoiceLifecycle, row.state, eventOf(action), invoiceFactsOf(row)))
    : [];

export const moneyOf = (row: InvoiceRow): InvoiceMoney => ({
  state: row.state,
  gross: row.gross_cents,
  received: row.paid_cents,
  credited: row.received_cents - row.paid_cents + row.settled_cents,
  due: row.due_date,
});

export const sellerNameOf = ({ seller_first_name, seller_last_name }: InvoiceRow): string | null =>
  seller_first_name === null ? null : fullName({ first_name: seller_first_name, last_name: seller_last_name ?? '' });

const idOf = (id: number | null): string | null => (id === null ? null : String(id));

export const balanceOf = (row: InvoiceRow): number => (row.state === 'sent' ? row.gross_cents - row.received_cents - row.settled_cents : 0);

/** spec 3.19: an invoice as the actor sees it on a day in the company's time zone. */
export const invoiceEntityOf = (actor: Actor, row: InvoiceRow, today: Day): Invoice => {
  const status = invoiceStatusOf(moneyOf(row), today);
  return {
    ...pickTextFields(row),
    id: String(row.id),
    deal_name: row.deal_name,
    gross_amount: fromCents(row.gross_cents),
    net_revenue: fromCents(row.net_cents),
    status,
    // Everyone who may read invoices may see their commission, but a token also needs the scope.
    commission_amount: reachOf(actor, 'commission:read') === 'none' ? null : fromCents(row.commission_cents),
    salesperson: sellerNameOf(row),
    salesperson_id: idOf(row.salesperson_id),
    customer_id: idOf(row.customer_id),
    customer_email: row.customer_email,
    deal_id: idOf(row.deal_id),
    days_overdue: status === 'overdue' ? daysOverdue(row.due_date, today) : 0,
    received: fromCents(row.paid_cents),
    credited: fromCents(row.received_cents - row.paid_cents),
    balance: fromCents(balanceOf(row)),
    settled_otherwise: fromCents(row.settled_cents),
    source_balance: row.source_balance_cents === null || row.state !== 'sent' ? null : fromCents(row.source_balance_cents),
    creditable: fromCents(row.state === 'sent' ? creditableCentsOf(row) : 0),
    credit_of_id: idOf(row.credit_of_id),
    rate_override: row.rate_override === null ? null : Number(row.rate_override),
    sale_kind: row.sale_kind,
    term_months: row.term_months,
    cost_amount: row.cost_cents === null ? null : fromCents(row.cost_cents),
    list_amount: row.list_cents === null ? null : fromCents(row.list_cents),
    units: row.units,
    source: isFromConnection(row) ? (row.connection_name ?? row.source) : null,
    sent_at: row.sent_at,
    sent_to: row.sent_to,
    version: row.version,
    actions: actionsOf(actor, row),
  };
};
