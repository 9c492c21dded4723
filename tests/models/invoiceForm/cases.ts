import type { Invoice } from '../../../contract/entities/invoice.ts';
import { invoiceFormMachine } from '../../../src/machines/invoices/invoiceForm.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const invoice: Invoice = {
  id: '7',
  invoice_number: 'INV-1001',
  customer_name: 'Flagstaff Library',
  deal_name: null,
  gross_amount: 1080,
  net_revenue: 1000,
  booking_date: '2026-11-10',
  due_date: '2026-12-10',
  status: 'draft',
  commission_amount: 0,
  salesperson: 'Sam Seller',
  notes: null,
  salesperson_id: '3',
  customer_email: null,
  deal_id: null,
  days_overdue: 0,
  received: 0,
  credited: 0,
  balance: 0,
  creditable: 0,
  credit_of_id: null,
  rate_override: null,
  source: null,
  sent_at: null,
  sent_to: null,
  version: 4,
  actions: ['edit', 'send', 'cancel'],
};
export const sent: Invoice = { ...invoice, status: 'sent', version: 5, actions: ['amend', 'assign', 'cancel', 'credit'] };
export const newest: Invoice = { ...invoice, customer_name: 'Sedona Charter', version: 9 };
export const stale = { status: 409, data: { code: 'stale_version', message: 'Somebody else was faster.', current: newest } };
export const refused = {
  status: 422,
  data: { message: 'Customer is required', code: 'form_refused', errors: { customer_name: 'Customer is required' } },
};
export const closed = { status: 409, data: { code: 'period_closed', message: 'October 2026 is closed.' } };
export const body = { customer_name: 'Flagstaff Library', gross_amount: '1080' };
export const creating = { edited: null };
export const editing = { edited: { id: '7', version: 3 } };

export const invoiceForm: MachineCases<typeof invoiceFormMachine> = {
  machine: invoiceFormMachine,
  inputs: [creating, editing],
  cases: {
    'form.submit': [
      { body, sends: false },
      { body, sends: true },
    ],
    'close.ask': [{ dirty: true }, { dirty: false }],
    'close.confirmed': [{}],
    'newest.take': [{}],
    'xstate.done.actor.saveInvoice': [{ output: invoice }],
    'xstate.error.actor.saveInvoice': [{ error: refused }, { error: stale }, { error: closed }, { error: {} }],
    'xstate.done.actor.sendInvoice': [{ output: sent }],
    'xstate.error.actor.sendInvoice': [{ error: closed }, { error: {} }],
  },
  project: ({ edited, saved, error, newest }) => [edited, saved !== null, error, newest !== null],
};
