import '../../../ui/display/facts.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Invoice, type InvoiceDetail, invoiceStatusBadges } from '../../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { eventAddress } from '../../../../contract/rules/events/eventAddress.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { PanelAnswer } from '../../../shared/lists/PanelAnswer.tsx';
import { PersonLink } from '../../../shared/people/PersonLink.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatDate, formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import { formatInstantDay } from '../../../ui/display/formatInstant.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { invoiceColumns } from '../columns.tsx';
import { formatOverdue, isMemo } from '../invoiceNames.ts';

const t = messages.invoices;
const { columns, panel } = t;
const form = messages.invoiceFormText;
type Fact = readonly [name: string, value: ReactNode];

/** A link to the deal; sample invoices have none. */
const renderDeal = ({ deal_id, deal_name }: Invoice): ReactNode => {
  if (deal_name === null) return NONE;
  return deal_id === null ? deal_name : <Link href={`/deals?${new URLSearchParams({ deal: deal_id })}`}>{deal_name}</Link>;
};

const renderPerson = ({ salesperson, salesperson_id: id }: Invoice): ReactNode => {
  if (salesperson === null) return t.nobody;
  return id === null ? (
    salesperson
  ) : (
    <PersonLink id={id} name={salesperson} isListed fallbackHref={`/invoices?${new URLSearchParams({ person: id })}`} />
  );
};

/** The total, with each settlement below it once loaded. */
const renderSettled = (settledAmount: number, detail: InvoiceDetail | null): ReactNode => (
  <>
    <MoneyText cents={toCents(settledAmount)} />
    {detail?.settlements?.map(({ day, amount, means }) => (
      <small key={`${day} ${means} ${amount}`} className="muted">
        {' '}
        {fill(panel.settlement, { amount: formatMoney(toCents(amount)), means, day: formatDate(day) })}
      </small>
    ))}
  </>
);

const hasOtherBalance = ({ source_balance, balance }: Invoice): boolean => source_balance != null && source_balance !== balance;

/** The known facts that plans can depend on. */
const toSaleFacts = (invoice: Invoice): readonly Fact[] => {
  const { customer_type, activity_type, sale_kind, term_months, cost_amount, list_amount, units } = invoice;
  return [
    ...(customer_type ? [[form.customerType, customer_type] as const] : []),
    ...(activity_type ? [[form.activityType, activity_type] as const] : []),
    ...(sale_kind ? [[form.saleKind, form.saleKinds[sale_kind]] as const] : []),
    ...(term_months ? [[form.term, term_months] as const] : []),
    ...(cost_amount == null ? [] : [[form.cost, <MoneyText key="cost" cents={toCents(cost_amount)} />] as const]),
    ...(list_amount == null ? [] : [[form.list, <MoneyText key="list" cents={toCents(list_amount)} />] as const]),
    ...(units == null ? [] : [[form.units, units] as const]),
  ];
};
/** Columns that the panel shows elsewhere or differently; all others look as in the table. */
const cardColumnKeys: readonly string[] = ['invoice_number', 'customer_name', 'deal_name', 'status', 'salesperson', 'notes'];
const tableColumns = invoiceColumns(false).filter(({ key }) => !cardColumnKeys.includes(key));
const isAmount = ({ key }: { key: string }): boolean => key === 'gross_amount' || key === 'net_revenue';

const toFacts = (invoice: Invoice, detail: InvoiceDetail | null): readonly Fact[] => {
  const { status, received, credited, settled_otherwise: settledAmount = 0, balance, rate_override, sent_at, sent_to } = invoice;
  const isOwed = status !== 'draft' && status !== 'cancelled';
  const event = detail?.event ?? null;
  const columnFacts = (factColumns: typeof tableColumns): readonly Fact[] => factColumns.map(({ header, cell }) => [header, cell(invoice)]);
  return [
    ...columnFacts(tableColumns.filter(isAmount)),
    ...(isOwed
      ? ([
          [panel.received, <MoneyText key="received" cents={toCents(received)} />],
          ...(credited === 0 ? [] : [[panel.credited, <MoneyText key="credited" cents={toCents(credited)} />] as const]),
          ...(settledAmount === 0 ? [] : [[panel.settledOtherwise, renderSettled(settledAmount, detail)] as const]),
          [panel.balance, <MoneyText key="balance" cents={toCents(balance)} />],
        ] as const)
      : []),
    ...columnFacts(tableColumns.filter((column) => !isAmount(column))),
    [panel.rate, rate_override === null ? panel.planRate : formatPercent(rate_override)],
    ...(sent_at === null
      ? []
      : [[panel.sent, sent_to === null ? formatInstantDay(sent_at) : fill(panel.sentTo, { email: sent_to })] as const]),
    [columns.salesperson, renderPerson(invoice)],
    [panel.deal, renderDeal(invoice)],
    ...toSaleFacts(invoice),
    ...(event === null
      ? []
      : [
          [
            panel.event,
            <Link key="event" href={eventAddress(event.id, event.day)}>
              {event.label}
            </Link>,
          ] as const,
        ]),
  ];
};

const toAnswer = (invoice: Invoice): string => {
  const { status, balance, gross_amount: amount, due_date: day } = invoice;
  if (status !== 'draft' && status !== 'cancelled' && isMemo(invoice))
    return fill(panel.answers.memo, { amount: formatMoney(Math.abs(toCents(amount))) });
  return fill(panel.answers[status], {
    balance: formatMoney(toCents(balance)),
    amount: formatMoney(toCents(amount)),
    day: day === null ? NONE : formatDate(day),
    late: formatOverdue(invoice.days_overdue),
  });
};

/** The status of an invoice and what is open of it. */
export function InvoiceAnswer({ invoice }: { invoice: Invoice }) {
  return (
    <div>
      <PanelAnswer badge={invoiceStatusBadges[invoice.status]}>{toAnswer(invoice)}</PanelAnswer>
      {isMemo(invoice) && <Badge severity="info">{t.memo}</Badge>}
    </div>
  );
}

/** The facts of an invoice. `detail`: null until loaded. */
export function InvoiceFactsList({ invoice, detail }: { invoice: Invoice; detail: InvoiceDetail | null }) {
  return (
    <section aria-label={panel.facts}>
      {invoice.source !== null && <Alert severity="info">{fill(panel.source, { source: invoice.source })}</Alert>}
      {hasOtherBalance(invoice) && (
        <Alert severity="warning">
          {fill(panel.otherBalance, { source: invoice.source ?? '', amount: formatMoney(toCents(invoice.source_balance ?? 0)) })}
        </Alert>
      )}
      <dl className="facts invoice-facts">
        {toFacts(invoice, detail).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{panel.notes}</h3>
      <p className={invoice.notes === null ? 'muted' : 'invoice-notes'}>{invoice.notes ?? panel.noNotes}</p>
    </section>
  );
}
