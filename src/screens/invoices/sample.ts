import type { Invoice, InvoiceDetail, InvoicePrefill, InvoiceSummary } from '../../../contract/entities/invoice.ts';
import { messages } from '../../../contract/messages.ts';
import type { PageOfInvoices } from '../../services/invoices.ts';
import type { ListTotals, PageRequest } from '../../services/pages.ts';

const t = messages.invoicesSample;
type SampleFields = Pick<Invoice, 'id' | 'invoice_number' | 'customer_name' | 'deal_name' | 'gross_amount' | 'net_revenue' | 'status'> &
  Pick<Invoice, 'booking_date' | 'due_date' | 'commission_amount' | 'salesperson' | 'notes'>;

const sample = (invoice: SampleFields, days_overdue = 0): Invoice => ({
  ...invoice,
  salesperson_id: null,
  customer_email: null,
  deal_id: null,
  days_overdue,
  received: invoice.status === 'paid' ? invoice.gross_amount : 0,
  credited: 0,
  balance: invoice.status === 'sent' || invoice.status === 'overdue' ? invoice.gross_amount : 0,
  creditable: 0,
  credit_of_id: null,
  rate_override: null,
  source: null,
  sent_at: null,
  sent_to: null,
  version: 1,
  actions: [],
});

/** spec 2.61, 3.19: sample invoices, tagged as such, for a provider without the invoices feature. */
const invoices: readonly Invoice[] = [
  sample({
    id: 'sample-1',
    invoice_number: 'INV-2024-001',
    ...t.riverside,
    gross_amount: 12_500,
    net_revenue: 11_250,
    booking_date: '2024-01-15',
    due_date: '2024-02-14',
    status: 'paid',
    commission_amount: 1125,
  }),
  sample({
    id: 'sample-2',
    invoice_number: 'INV-2024-002',
    ...t.oakwood,
    gross_amount: 8400,
    net_revenue: 7560,
    booking_date: '2024-01-20',
    due_date: '2024-02-19',
    status: 'sent',
    commission_amount: 756,
  }),
  sample(
    {
      id: 'sample-3',
      invoice_number: 'INV-2024-003',
      ...t.lakeview,
      gross_amount: 5600,
      net_revenue: 5040,
      booking_date: '2023-12-10',
      due_date: '2024-01-09',
      status: 'overdue',
      commission_amount: 504,
    },
    15,
  ),
  sample({
    id: 'sample-4',
    invoice_number: 'INV-2024-004',
    ...t.hillcrest,
    gross_amount: 15_800,
    net_revenue: 14_220,
    booking_date: '2024-01-22',
    due_date: '2024-02-21',
    status: 'draft',
    commission_amount: 1422,
    notes: null,
  }),
  sample({
    id: 'sample-5',
    invoice_number: 'INV-2024-005',
    ...t.desertSky,
    deal_name: null,
    gross_amount: 2200,
    net_revenue: 1980,
    booking_date: '2024-01-08',
    due_date: '2024-02-07',
    status: 'cancelled',
    commission_amount: 0,
  }),
];

const sumOf = (rows: readonly Invoice[], getAmount: (row: Invoice) => number): number =>
  rows.reduce((total, row) => total + getAmount(row), 0);
const toSummary = (rows: readonly Invoice[]): InvoiceSummary => {
  const sentInvoices = rows.filter(({ status }) => status === 'sent' || status === 'paid' || status === 'overdue');
  return {
    total_invoiced: sumOf(sentInvoices, (row) => row.gross_amount),
    total_paid: sumOf(sentInvoices, (row) => row.received),
    total_overdue: sumOf(
      sentInvoices.filter(({ status }) => status === 'overdue'),
      (row) => row.balance,
    ),
    total_commissions: sumOf(sentInvoices, (row) => row.commission_amount ?? 0),
    unassigned: 0,
  };
};

/** Answers the specified questions like the server, without any request. */
export const sampleInvoices = {
  page: async ({
    question: { status = '', search = '', sort_field: key, sort_direction },
    limit,
  }: PageRequest): Promise<PageOfInvoices & ListTotals<InvoiceSummary>> => {
    const query = search.toLowerCase();
    const matchesSearch = ({ invoice_number, customer_name, notes }: Invoice): boolean =>
      [invoice_number, customer_name, notes ?? ''].some((part) => part.toLowerCase().includes(query));
    const matches = invoices.filter((row) => (status === '' || row.status === status) && matchesSearch(row));
    const sign = sort_direction === 'asc' ? 1 : -1;
    const sortedBy = (row: Invoice): string | number => row[(key ?? 'booking_date') as 'due_date' | 'gross_amount'] ?? '';
    const data = matches.toSorted((a, b) => (sortedBy(a) === sortedBy(b) ? 0 : sortedBy(a) < sortedBy(b) ? -sign : sign));
    return { data, pagination: { cursor: null, limit, total: data.length }, summary: toSummary(matches) };
  },
  one: async (id: string): Promise<InvoiceDetail> => {
    const row = invoices.find((candidate) => candidate.id === id) ?? (invoices[0] as Invoice);
    return { ...row, payments: [], records: [], related: [], event: null, timeline: [] };
  },
  prefill: async (): Promise<InvoicePrefill> => ({
    invoice_number: 'INV-2024-006',
    booking_date: '2024-01-24',
    due_date: '2024-02-23',
    deal: null,
  }),
};
