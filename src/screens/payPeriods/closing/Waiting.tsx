import '../../../ui/theme/plainTable.css';
import { Link } from 'wouter';
import type { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature } from '../../../app/context.ts';
import { addressOf } from '../../../shared/trace/addressOf.ts';
import { formatDate } from '../../../ui/format.ts';
import { Money } from '../../../ui/Money.tsx';

const text = messages.closing;
const { columns } = text;

/** Adjustments that wait for approval and questions that are not resolved, each under its own address. */
export function Waiting({ review: { adjustments, questions } }: { review: PeriodReview }) {
  if (adjustments.length + questions.length === 0) return <p className="muted">{text.nothingWaits}</p>;
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
                <Link href={addressOf({ kind: 'adjustment', id }, day)}>{reason}</Link>
              </td>
              <td>{author}</td>
              <td data-align="end">
                <Money cents={toCents(amount)} />
              </td>
            </tr>
          ))}
          {questions.map(({ id, record_id, user_name, invoice_number, day }) => (
            <tr key={`question ${id}`}>
              <td>{user_name}</td>
              <td>
                <Link href={addressOf({ kind: 'record', id: record_id }, day)}>{fill(text.question, { invoice: invoice_number })}</Link>
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

/** Invoices of the month for which nobody is credited. */
export function Unassigned({ review: { unassigned } }: { review: PeriodReview }) {
  const invoices = useFeature('invoices');
  if (unassigned.length === 0) return <p className="muted">{text.noneUnassigned}</p>;
  return (
    <div className="closing-table">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{columns.invoice}</th>
            <th scope="col">{columns.customer}</th>
            <th scope="col">{columns.day}</th>
            <th scope="col" data-align="end">
              {columns.net}
            </th>
          </tr>
        </thead>
        <tbody>
          {unassigned.map(({ id, invoice_number, customer_name, booking_date, net_revenue }) => (
            <tr key={id}>
              <td>
                {invoices ? <Link href={`/invoices?${new URLSearchParams({ invoice: id })}`}>{invoice_number}</Link> : invoice_number}
              </td>
              <td>{customer_name}</td>
              <td>{formatDate(booking_date)}</td>
              <td data-align="end">
                <Money cents={toCents(net_revenue)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
