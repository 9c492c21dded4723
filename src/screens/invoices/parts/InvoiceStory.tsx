import '../../../ui/theme/plainTable.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { commissionStatusBadges } from '../../../../contract/entities/commission.ts';
import { type InvoiceDetail, invoiceStatusBadges } from '../../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature } from '../../../app/context.ts';
import { PersonLink } from '../../../shared/people/PersonLink.tsx';
import { toRecordLink } from '../../../shared/recordAddress.ts';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { Timeline } from '../../../ui/display/Timeline.tsx';
import { MissingRecordReasons } from './MissingRecordReasons.tsx';

const { panel, columns } = messages.invoices;
const states = { pending: 'warning', completed: 'success', failed: 'danger' } as const;
type DetailProps = Readonly<{ detail: InvoiceDetail }>;

function Payments({ detail: { payments } }: DetailProps) {
  if (payments.length === 0) return <p className="muted">{panel.noPayments}</p>;
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{panel.date}</th>
          <th scope="col">{panel.method}</th>
          <th scope="col">{panel.state}</th>
          <th scope="col" data-align="end">
            {panel.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map(({ id, date, method, reference, state, amount }) => (
          <tr key={id}>
            <td>{formatDate(date)}</td>
            <td>{[method, reference].filter(Boolean).join(', ')}</td>
            <td>
              <Badge severity={states[state]}>{panel.paymentStates[state]}</Badge>
            </td>
            <td data-align="end">
              <RefLink of={{ kind: 'payment', id }}>
                <MoneyText cents={toCents(amount)} />
              </RefLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A short reason why the invoice has no commission records. */
const missingRecordsText = ({ status, salesperson_id }: InvoiceDetail): string => {
  if (status === 'draft') return panel.draft;
  return salesperson_id === null ? panel.nobodyYet : panel.noRecords;
};

function Records({ detail }: DetailProps) {
  const { records } = detail;
  const [isLoading, setIsLoading] = useState(false);
  const hasWhyNot = useFeature('why-not');
  if (records.length === 0)
    return (
      <>
        <p className="muted">{missingRecordsText(detail)}</p>
        {hasWhyNot && !isLoading && (
          <Button size="small" severity="secondary" onClick={() => setIsLoading(true)}>
            {panel.whyNot}
          </Button>
        )}
        {isLoading && <MissingRecordReasons number={detail.invoice_number} day={detail.booking_date} />}
      </>
    );
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{columns.salesperson}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col" data-align="end">
            {columns.commission_amount}
          </th>
          <th scope="col">{panel.why}</th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => {
          const { label, severity } = commissionStatusBadges[record.status];
          const amount = formatMoney(toCents(record.commission_amount));
          const name = fill(panel.whyOf, { amount, name: record.salesperson_name });
          return (
            <tr key={record.id}>
              <td>
                <PersonLink id={record.user_id} name={record.salesperson_name} />
              </td>
              <td>
                <Badge severity={severity}>{label}</Badge>
              </td>
              <td data-align="end">
                <MoneyText cents={toCents(record.commission_amount)} />
              </td>
              <td>
                <Link href={toRecordLink(record)} aria-label={name}>
                  {panel.why}
                </Link>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Related({ detail: { related, credit_of_id } }: DetailProps) {
  if (related.length === 0) return null;
  return (
    <section className="invoice-part">
      <h3>{credit_of_id === null ? panel.related : panel.takesBack}</h3>
      <ul className="invoice-related">
        {related.map(({ id, invoice_number, booking_date, gross_amount, status }) => (
          <li key={id}>
            <Link href={`/invoices?${new URLSearchParams({ invoice: id })}`}>{invoice_number}</Link>
            <span className="muted">{formatDate(booking_date)}</span>
            <MoneyText cents={toCents(gross_amount)} />
            <Badge severity={invoiceStatusBadges[status].severity}>{invoiceStatusBadges[status].label}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Payments, commission and credit memos of an invoice, and its history on one timeline. */
export function InvoiceStory({ detail }: DetailProps) {
  const { timeline, id } = detail;
  return (
    <>
      <section className="invoice-part">
        <h3>{panel.payments}</h3>
        <Payments detail={detail} />
      </section>
      <section className="invoice-part">
        <h3>{panel.records}</h3>
        <Records detail={detail} />
        {detail.records.length > 0 && (
          <p>
            <RefLink of={{ kind: 'invoice', id }}>{panel.wake}</RefLink>
          </p>
        )}
      </section>
      <Related detail={detail} />
      <section className="invoice-part" aria-label={panel.timeline}>
        <h3>{panel.timeline}</h3>
        <Timeline
          items={timeline.map(({ day, at, title, detail: description, amount }, position) => ({
            key: `${day} ${at ?? ''} ${title} ${position}`,
            content: (
              <div className="invoice-entry">
                <span className="muted">{formatDate(day)}</span> <strong>{title}</strong>
                {amount !== null && <MoneyText cents={toCents(amount)} />}
                {description !== null && <p className="muted">{description}</p>}
              </div>
            ),
          }))}
        />
      </section>
    </>
  );
}
