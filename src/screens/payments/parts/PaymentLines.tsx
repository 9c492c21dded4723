import '../../../ui/theme/plainTable.css';
import { Link } from 'wouter';
import type { AllocationLine, PaymentDetail } from '../../../../contract/entities/payment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature } from '../../../app/context.ts';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';

const { panel } = messages.payments;

const labelOf = ({ kind, label }: AllocationLine): string => (kind === 'adjustment' ? fill(panel.adjustment, { reason: label }) : label);

/** Links to the invoice, the record or the adjustment. */
function Item({ line }: { line: AllocationLine }) {
  const invoices = useFeature('invoices');
  const { kind, id, day } = line;
  if (kind === 'invoice' && invoices) return <Link href={`/invoices?${new URLSearchParams({ invoice: id })}`}>{labelOf(line)}</Link>;
  return (
    <RefLink of={{ kind, id }} day={day}>
      {labelOf(line)}
    </RefLink>
  );
}

/** A draw pays no record, so it gets its own line (decisions 2.08). */
function DrawLine({ words, amount, day }: Readonly<{ words: string; amount: number; day: string }>) {
  if (amount === 0) return null;
  return (
    <tr>
      <th scope="row">{words}</th>
      <td>{formatDate(day)}</td>
      <td data-align="end">
        <MoneyText cents={toCents(amount)} />
      </td>
      <td />
    </tr>
  );
}

/** The part of an external payment that settled invoices without money (decisions 2.27). */
function SettledLines({ payment: { settled = [] } }: { payment: PaymentDetail }) {
  if (settled.length === 0) return null;
  return (
    <>
      <h4>{panel.settled}</h4>
      <ul>
        {settled.map(({ invoice_id, label, amount, means }) => (
          <li key={invoice_id}>
            <Link href={`/invoices?${new URLSearchParams({ invoice: invoice_id })}`}>
              {fill(panel.settledBy, { invoice: label, amount: formatMoney(toCents(amount)), means })}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The items that a payment pays, each with its effects below it. */
export function PaymentLines({ payment }: { payment: PaymentDetail }) {
  const hasWake = useFeature('wake');
  const movedText = (line: AllocationLine) =>
    line.payment_id === null ? (
      <RefLink of={line.kind === 'invoice' ? undefined : { kind: line.kind, id: line.id }} day={line.day}>
        {line.kind === 'record' ? panel.why : ''}
      </RefLink>
    ) : (
      <RefLink of={{ kind: 'payment', id: line.payment_id }}>{hasWake ? panel.moved : ''}</RefLink>
    );
  return (
    <section aria-label={panel.lines}>
      <h3>{panel.lines}</h3>
      {payment.lines.length === 0 && payment.drawn === 0 ? (
        <p className="muted">{panel.noLines}</p>
      ) : (
        <div className="payment-lines">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{panel.line}</th>
                <th scope="col">{panel.due}</th>
                <th scope="col" data-align="end">
                  {panel.amount}
                </th>
                <th scope="col">
                  <span className="p-hidden-accessible">{panel.moved}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {payment.lines.map((line) => (
                <tr key={`${line.kind} ${line.id}`}>
                  <th scope="row">
                    <Item line={line} />
                    {line.customer_name !== null && <span className="muted"> {line.customer_name}</span>}
                  </th>
                  <td>{formatDate(line.day)}</td>
                  <td data-align="end">
                    <MoneyText cents={toCents(line.amount)} />
                  </td>
                  <td>{movedText(line)}</td>
                </tr>
              ))}
              <DrawLine words={panel.recovered} amount={-payment.recovered} day={payment.payment_date} />
              <DrawLine words={panel.drawn} amount={payment.drawn} day={payment.payment_date} />
            </tbody>
          </table>
        </div>
      )}
      <SettledLines payment={payment} />
      {payment.type === 'commission_payment' && <RefLink of={{ kind: 'payout', id: payment.id.slice(3) }}>{panel.moved}</RefLink>}
    </section>
  );
}
