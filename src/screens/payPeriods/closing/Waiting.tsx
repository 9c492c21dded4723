import '../../../ui/theme/plainTable.css';
import { Link } from 'wouter';
import type { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature } from '../../../app/context.ts';
import { toRefLink } from '../../../shared/trace/traceLinks.ts';
import { formatDate } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';

const t = messages.closing;
const { columns } = t;

/** Adjustments waiting for approval and open questions, each with its own URL. */
export function WaitingItems({ review: { adjustments, questions } }: { review: PeriodReview }) {
  if (adjustments.length + questions.length === 0) return <p className="muted">{t.nothingWaits}</p>;
  return (
    <div className="closing-table">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{columns.person}</th>
            <th scope="col">{columns.reason}</th>
            <th scope="col">{columns.author}</th>
            <th scope="col" data-align="end">
              {columns.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {adjustments.map(({ id, user_name, reason, author, amount, day }) => (
            <tr key={`adjustment ${id}`}>
              <td>{user_name}</td>
              <td>
                <Link href={toRefLink({ kind: 'adjustment', id }, day)}>{reason}</Link>
              </td>
              <td>{author}</td>
              <td data-align="end">
                <MoneyText cents={toCents(amount)} />
              </td>
            </tr>
          ))}
          {questions.map(({ id, record_id, user_name, invoice_number, day }) => (
            <tr key={`question ${id}`}>
              <td>{user_name}</td>
              <td>
                <Link href={toRefLink({ kind: 'record', id: record_id }, day)}>{fill(t.question, { invoice: invoice_number })}</Link>
              </td>
              <td>{user_name}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Invoice = PeriodReview['unassigned'][number];

/** Invoices of the month without a salesperson. */
export function Unassigned({ review: { unassigned } }: { review: PeriodReview }) {
  const invoices = useFeature('invoices');
  if (unassigned.length === 0) return <p className="muted">{t.noneUnassigned}</p>;
  const renderNumber = ({ id, invoice_number }: Invoice) =>
    invoices ? <Link href={`/invoices?${new URLSearchParams({ invoice: id })}`}>{invoice_number}</Link> : invoice_number;
  const tableColumns: readonly PlainColumn<Invoice>[] = [
    { key: 'invoice', header: columns.invoice, cell: renderNumber },
    { key: 'customer', header: columns.customer, cell: ({ customer_name }) => customer_name },
    { key: 'day', header: columns.day, cell: ({ booking_date }) => formatDate(booking_date) },
    { key: 'net', header: columns.net, align: 'end', cell: ({ net_revenue }) => <MoneyText cents={toCents(net_revenue)} /> },
  ];
  return (
    <div className="closing-table">
      <PlainTable columns={tableColumns} rows={unassigned} rowKey={({ id }) => id} />
    </div>
  );
}

type Benefit = PeriodReview['own_benefits'][number];
const benefitColumns = t.ownBenefitColumns;

/** Changes in the month that raise the pay of the person who made them (decisions 3.06). */
export function OwnBenefits({ review: { own_benefits: rows } }: { review: PeriodReview }) {
  if (rows.length === 0) return <p className="muted">{t.noneOwnBenefits}</p>;
  const tableColumns: readonly PlainColumn<Benefit>[] = [
    { key: 'at', header: benefitColumns.at, cell: ({ at }) => formatInstant(at) },
    { key: 'who', header: benefitColumns.who, cell: ({ user_name }) => user_name },
    {
      key: 'what',
      header: benefitColumns.what,
      cell: ({ id, action }) => <Link href={`/admin/audit?${new URLSearchParams({ own: 'true', row: id })}`}>{action}</Link>,
    },
    { key: 'amount', header: benefitColumns.amount, align: 'end', cell: ({ amount }) => <MoneyText cents={toCents(amount)} /> },
    { key: 'approved', header: benefitColumns.approved, cell: ({ approved_by }) => approved_by ?? t.nobodyElse },
  ];
  return (
    <>
      <p className="muted">{t.ownBenefitsWhy}</p>
      <div className="closing-table">
        <PlainTable columns={tableColumns} rows={rows} rowKey={({ id }) => id} />
      </div>
    </>
  );
}
