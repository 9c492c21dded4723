import { Link } from 'wouter';
import type { CustomerPage } from '../../../../contract/entities/customerPage.ts';
import { type Payment, paymentStateBadges } from '../../../../contract/entities/payment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { methodText } from '../../../shared/payments/methodText.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf, formatDate } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';

const t = messages.customerPage;
const columns: readonly PlainColumn<Payment>[] = [
  {
    key: 'day',
    header: t.paidOn,
    names: true,
    cell: ({ id, payment_date }) => <Link href={`/payments?${new URLSearchParams({ payment: id })}`}>{formatDate(payment_date)}</Link>,
  },
  { key: 'method', header: t.method, cell: ({ payment_method }) => methodText(payment_method) },
  {
    key: 'status',
    header: t.status,
    cell: ({ status }) => <Badge severity={paymentStateBadges[status].severity}>{paymentStateBadges[status].label}</Badge>,
  },
  { key: 'amount', header: t.amount, align: 'end', cell: ({ amount }) => <MoneyText cents={centsOf(amount)} /> },
];

export function PaymentsCard({ customer: { name, payments } }: Readonly<{ customer: CustomerPage }>) {
  if (payments === null) return null;
  const { count, data } = payments;
  return (
    <Card
      title={t.payments}
      actions={count > 0 && <Link href={`/payments?${new URLSearchParams({ search: name })}`}>{fill(t.allOf, { count })}</Link>}
    >
      {count === 0 ? (
        <EmptyState title={t.noPayments} />
      ) : (
        <PlainTable label={t.payments} columns={columns} rows={data} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}
