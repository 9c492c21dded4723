import { Link } from 'wouter';
import type { CustomerPage } from '../../../../contract/entities/customerPage.ts';
import { type Invoice, invoiceStatusBadges } from '../../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf, formatDate } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import { toInvoicesLink } from '../recordsLink.ts';

const t = messages.customerPage;
const columns: readonly PlainColumn<Invoice>[] = [
  {
    key: 'number',
    header: t.number,
    names: true,
    cell: ({ id, invoice_number }) => <Link href={`/invoices?${new URLSearchParams({ invoice: id })}`}>{invoice_number}</Link>,
  },
  { key: 'booked', header: t.booked, cell: ({ booking_date }) => formatDate(booking_date) },
  {
    key: 'status',
    header: t.status,
    cell: ({ status }) => <Badge severity={invoiceStatusBadges[status].severity}>{invoiceStatusBadges[status].label}</Badge>,
  },
  { key: 'amount', header: t.amount, align: 'end', cell: ({ gross_amount }) => <MoneyText cents={centsOf(gross_amount)} /> },
];

export function InvoicesCard({ customer: { name, invoices } }: Readonly<{ customer: CustomerPage }>) {
  if (invoices === null) return null;
  const { count, data } = invoices;
  return (
    <Card title={t.invoices} actions={count > 0 && <Link href={toInvoicesLink(name)}>{fill(t.allOf, { count })}</Link>}>
      {count === 0 ? (
        <EmptyState title={t.noInvoices} />
      ) : (
        <PlainTable label={t.invoices} columns={columns} rows={data} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}
