import type { Payment, PaymentDetail, PaymentSummary } from '../../../contract/entities/payment.ts';
import { messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import type { ListTotals, PageRequest } from '../../services/pages.ts';
import type { PageOfPayments } from '../../services/payments.ts';

const t = messages.paymentsSample;
const emptySample = {
  invoice_id: null,
  invoice_number: null,
  customer_id: null,
  customer_name: null,
  user_id: null,
  user_name: null,
  notes: null,
  unapplied: null,
  drawn: 0,
  recovered: 0,
  reversal_of: null,
  reversed_by: null,
  failure: null,
  run_id: null,
  self_approved: false,
  source: null,
  created_by: null,
  approved_by: null,
  created_at: '2026-01-05T15:00:00Z',
  version: 1,
} as const;

/** spec 2.60, 3.20: sample payments, tagged as such, for a provider without the payments feature. */
const rows: readonly Payment[] = [
  {
    ...emptySample,
    id: '1',
    type: 'customer_payment',
    invoice_id: '1',
    invoice_number: 'INV-2026-001',
    customer_name: t.acme,
    amount: 15_000,
    payment_date: '2026-01-28',
    payment_method: 'ACH',
    reference: 'ACH-20260128-001',
    status: 'completed',
    actions: [],
  },
  {
    ...emptySample,
    id: '2',
    type: 'commission_payment',
    user_name: t.john,
    amount: 2450,
    payment_date: '2026-01-31',
    payment_method: 'direct deposit',
    reference: 'DD-20260131-004',
    status: 'processing',
    notes: t.january,
    actions: [],
  },
  {
    ...emptySample,
    id: '3',
    type: 'customer_payment',
    invoice_id: '2',
    invoice_number: 'INV-2026-002',
    customer_name: t.desert,
    amount: 8500,
    payment_date: '2026-01-30',
    payment_method: 'check',
    reference: t.check,
    status: 'pending',
    actions: ['approve'],
  },
  {
    ...emptySample,
    id: '4',
    type: 'commission_payment',
    user_name: t.sarah,
    amount: 1875,
    payment_date: '2026-01-15',
    payment_method: 'direct deposit',
    reference: 'DD-20260115-002',
    status: 'failed',
    failure: t.closed,
    actions: ['retry'],
  },
  {
    ...emptySample,
    id: '5',
    type: 'customer_payment',
    invoice_id: '3',
    invoice_number: 'INV-2026-003',
    customer_name: t.valley,
    amount: 4200,
    payment_date: '2026-01-20',
    payment_method: 'credit card',
    reference: 'CC-7781',
    status: 'completed',
    actions: [],
  },
];

const totalOf = (type: Payment['type']): number =>
  rows.reduce((total, row) => (row.type === type && row.status === 'completed' ? total + toCents(row.amount) : total), 0) / 100;
const searchTextOf = ({ reference, customer_name, user_name, invoice_number }: Payment): string =>
  [reference, customer_name, user_name, invoice_number].join(' ').toLowerCase();

/** Answers the list's queries from the sample data: type, status, search and sort work here too. */
export const samplePaymentsPage = ({ question }: PageRequest): PageOfPayments & ListTotals<PaymentSummary> => {
  const { type = '', status = '', search = '', sort_field: field = 'payment_date', sort_direction: direction = 'desc' } = question;
  const matches = rows
    .filter((row) => (type === '' || row.type === type) && (status === '' || row.status === status))
    .filter((row) => searchTextOf(row).includes(search.trim().toLowerCase()));
  const sign = direction === 'asc' ? 1 : -1;
  const sortedRows = matches.toSorted((a, b) =>
    field === 'amount' ? sign * (a.amount - b.amount) : sign * a.payment_date.localeCompare(b.payment_date),
  );
  return {
    data: sortedRows,
    pagination: { cursor: null, limit: rows.length, total: sortedRows.length },
    summary: {
      customer_total: totalOf('customer_payment'),
      commission_total: totalOf('commission_payment'),
      pending_count: rows.filter(({ status: state }) => state === 'pending').length,
      transactions: rows.length,
    },
  };
};

export const samplePayment = (id: string): PaymentDetail | undefined => {
  const row = rows.find((candidate) => candidate.id === id);
  return row && { ...row, lines: [], history: [] };
};
