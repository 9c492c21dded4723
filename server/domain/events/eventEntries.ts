import { commissionStatusBadges } from '../../../contract/entities/commission.ts';
import { type EventTimeline, isEditableField } from '../../../contract/entities/event.ts';
import { invoiceStatusBadges } from '../../../contract/entities/invoice.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { localDay } from '../../../contract/rules/events/eventNeeds.ts';
import { invoiceStatusOf } from '../../../contract/rules/invoices.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { AuditRow } from '../../db/repositories/audit/audit.ts';
import type { EventRow } from '../../db/repositories/events/events.ts';
import type { StoryCommission, StoryDeal, StoryInvoice, StoryPayment } from '../../db/repositories/events/eventsStory.ts';
import { historyEntryOf } from '../audit/historyText.ts';

export type Entry = EventTimeline['entries'][number];

const words = messages.events;

const t = messages.eventTimeline;
const joinParts = (...parts: readonly (string | null | undefined)[]): string | null => parts.filter(Boolean).join(', ') || null;

export const shiftEntry = ({ shift, timezone }: EventRow): Entry | null =>
  shift && {
    kind: 'shift',
    day: localDay(shift.start_time ?? null, timezone),
    at: shift.start_time ?? null,
    title: fill(t.shift, { name: [shift.user?.first_name, shift.user?.last_name].filter(Boolean).join(' ') || t.nobody }),
    detail: joinParts(shift.summary, shift.status, shift.location?.name),
    amount: null,
    link: null,
  };

/** No link: the commission and invoice entries link to it already. */
export const dealEntry = (deal: StoryDeal): Entry => ({
  kind: 'deal',
  day: deal.closed_on ?? deal.expected_close_date,
  at: null,
  title: fill(t.deal, { name: deal.name }),
  detail: joinParts(deal.stage, deal.state),
  amount: deal.amount_cents === null ? null : fromCents(deal.amount_cents),
  link: null,
});

const paymentStatusOf = (
  { state, due_date, gross_cents, settled_cents }: StoryInvoice,
  payments: readonly StoryPayment[],
  today: string,
): string => {
  const completed = payments.filter((payment) => payment.state === 'completed');
  const sum = (rows: readonly StoryPayment[]): number => rows.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  const received = sum(completed.filter(({ is_credit }) => !is_credit));
  const money = { state, gross: gross_cents, received, credited: sum(completed) - received + settled_cents, due: due_date };
  return invoiceStatusBadges[invoiceStatusOf(money, today)].label.toLowerCase();
};

/** The invoice number as given in the event, whether or not it exists; for users who may not open invoices. */
export const namedInvoiceEntry = (named: string): Entry => ({
  kind: 'invoice',
  day: null,
  at: null,
  title: fill(t.invoice, { invoice: named }),
  detail: null,
  amount: null,
  link: null,
});

const paymentTitle = ({ is_credit, state, reversal_of_id }: StoryPayment): string => {
  if (is_credit && state === 'completed') return t.credit;
  return reversal_of_id === null ? t.payments[state] : t.returned;
};

export const invoiceEntries = (
  invoice: StoryInvoice,
  payments: readonly StoryPayment[],
  today: string,
  mayReadPayments: boolean,
): Entry[] => [
  {
    kind: 'invoice',
    day: invoice.booking_date,
    at: null,
    title: fill(t.invoice, { invoice: invoice.invoice_number }),
    detail: joinParts(paymentStatusOf(invoice, payments, today), invoice.due_date && fill(t.due, { day: dayText(invoice.due_date) })),
    amount: fromCents(invoice.gross_cents),
    link: `/invoices?invoice=${invoice.id}`,
  },
  ...(mayReadPayments ? payments : []).map(
    (payment): Entry => ({
      kind: 'payment',
      day: payment.payment_date,
      at: null,
      title: paymentTitle(payment),
      detail: joinParts(invoice.invoice_number, payment.method),
      amount: fromCents(payment.amount_cents),
      link: null,
    }),
  ),
];

export const commissionEntry = (commission: StoryCommission, { invoice_number }: StoryInvoice): Entry => ({
  kind: 'commission',
  day: commission.booking_date,
  at: null,
  title: fill(t.commission, { name: fullName(commission) }),
  detail: joinParts(commissionStatusBadges[commission.status].label, invoice_number),
  amount: fromCents(commission.amount_cents),
  link: `/commissions?period=custom&start=${commission.booking_date}&end=${commission.booking_date}`,
});

/** spec 2.45: uses the column labels. */
const labelOf = (field: string): string => (isEditableField(field) ? words.columns[field] : field);
const quote = (value: string | null): string => (value === null || value === '' ? t.empty : fill(t.value, { value: value.slice(0, 200) }));
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const editEntry = (row: AuditRow, zone: string): Entry => {
  const [beforeFields, afterFields] = [fieldsOf(row.before), fieldsOf(row.after)];
  const fields = Object.keys(afterFields);
  return {
    kind: 'edit',
    day: localDay(row.at, zone),
    at: row.at,
    title: fill(t.edit, { who: historyEntryOf(row).actor, fields: fields.map(labelOf).join(', ') }),
    detail: fields
      .map((field) =>
        fill(t.change, { field: labelOf(field), before: quote(textOf(beforeFields[field])), after: quote(textOf(afterFields[field])) }),
      )
      .join('; '),
    amount: null,
    link: null,
  };
};
