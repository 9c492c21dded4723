import { type Invoice, invoiceSortFields, invoiceStatuses } from '../../../contract/entities/invoice.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type DateRange, type Day, periodAt, shiftPeriod } from '../../../contract/rules/time/period.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';

const t = messages.invoices;
export const bookedPeriods = ['month', 'quarter', 'year', 'last_year'] as const;

/** Each `rows` parameter opens an invoice in its own dialog; `create` opens an empty form, or one filled from a deal. */
export const invoiceNames: ListNames = {
  filters: {
    status: { name: 'status', accepts: (value) => invoiceStatuses.some((option) => option === value) },
    booked: { name: 'booked', accepts: (value) => bookedPeriods.some((option) => option === value) },
    person: { name: 'person', accepts: (value) => value === 'none' || /^\d{1,15}$/.test(value) },
  },
  search: 'search',
  page: 'page',
  sort: { name: 'sort', keys: invoiceSortFields },
  rows: { '': 'invoice', create: 'create', edit: 'edit', credit: 'credit', assign: 'assign', send: 'send' },
};
/** The row id of an invoice that does not exist yet. */
export const NEW_INVOICE = 'new';
const DEAL_PREFIX = 'deal-';
/** The deal id in the row id of a new invoice; '' if there is none. */
export const dealIdOfNewInvoice = (id: string): string => (id.startsWith(DEAL_PREFIX) ? id.slice(DEAL_PREFIX.length) : '');

const toRange = (booked: string, today: Day): DateRange | null => {
  if (booked === 'month' || booked === 'quarter' || booked === 'year') return periodAt(booked, today);
  return booked === 'last_year' ? shiftPeriod(periodAt('year', today), -1) : null;
};

/** The question for the server, with the period as its days. */
export const toInvoicesQuestion = (
  { booked = '', ...question }: Readonly<Record<string, string>>,
  today: Day,
): Readonly<Record<string, string>> => {
  const range = toRange(booked, today);
  return range ? { ...question, start_date: range.start_date, end_date: range.end_date } : question;
};

export const formatOverdue = (days: number): string => (days === 1 ? t.overdueDay : fill(t.overdueDays, { days }));
/** spec 2.61: the table cuts notes at 30 characters; the tooltip shows the full text. */
export const shortenNotes = (notes: string | null): string => {
  const allNotes = notes ?? '';
  return allNotes.length > limits.invoices.notesShown ? `${allNotes.slice(0, limits.invoices.notesShown)}…` : allNotes;
};
export const isMemo = ({ credit_of_id, gross_amount }: Pick<Invoice, 'credit_of_id' | 'gross_amount'>): boolean =>
  credit_of_id !== null || gross_amount < 0;

/** The active filters in words. */
export const getInvoicesFilterLabel = (key: string, value: string): string =>
  (key === 'status' ? t.statuses[value as keyof typeof t.statuses] : t.periods[value as keyof typeof t.periods]) ?? value;
