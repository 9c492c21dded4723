import type { InvoiceDetail } from '../../../contract/entities/invoice.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { creditMethod } from '../../../contract/rules/invoices.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { AuditRow } from '../../db/repositories/audit/audit.ts';
import type { InvoicePaymentRow, InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import { historyEntryOf } from '../audit/historyText.ts';
import { todayIn } from '../shared/clock.ts';

type Entry = InvoiceDetail['timeline'][number];
const t = messages.invoiceTimeline;

const titleOf = ({ state, method, amount_cents }: InvoicePaymentRow): string => {
  if (state === 'pending') return t.paymentPending;
  if (state === 'failed') return t.paymentFailed;
  if (method === creditMethod) return t.credit;
  return amount_cents < 0 ? t.returned : t.payment;
};

const paymentEntry = (payment: InvoicePaymentRow): Entry => ({
  day: payment.payment_date,
  at: null,
  title: titleOf(payment),
  detail: [payment.method, payment.reference].filter(Boolean).join(', ') || null,
  amount: fromCents(payment.amount_cents),
});

/** A person's action; for an edit, the changed fields. */
const auditEntryOf = (row: AuditRow, zone: string): Entry => {
  const { action, actor, changes, at } = historyEntryOf(row);
  const isEdit = row.action === 'invoice.edited' || row.action === 'invoice.assigned';
  const fields = isEdit ? changes.map(({ field, before, after }) => `${field}: ${before ?? '—'} → ${after ?? '—'}`) : [];
  const detail = [fill(t.by, { name: actor }), ...fields].join('; ');
  return { day: todayIn(zone, new Date(at)), at, title: action, detail, amount: null };
};

/** Within a day, entries without a time come first. */
const compareEntries = (a: Entry, b: Entry): number =>
  a.day.localeCompare(b.day) || (a.at === null ? 0 : Date.parse(a.at)) - (b.at === null ? 0 : Date.parse(b.at));

/** The history of an invoice and its due day, in one timeline. */
export const timelineOf = (
  { booking_date, due_date, gross_cents }: InvoiceRow,
  payments: readonly InvoicePaymentRow[],
  audit: readonly AuditRow[],
  zone: string,
): Entry[] =>
  [
    { day: booking_date, at: null, title: t.booked, detail: null, amount: fromCents(gross_cents) },
    ...(due_date === null ? [] : [{ day: due_date, at: null, title: t.due, detail: null, amount: null }]),
    ...payments.map(paymentEntry),
    // The log is newest first; reversed, so that entries of the same instant keep their order.
    ...audit.toReversed().map((row) => auditEntryOf(row, zone)),
  ].sort(compareEntries);
