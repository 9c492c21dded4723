import { type Invoice, invoiceSortFields, invoiceStatuses } from '../../../contract/entities/invoice.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type DateRange, type Day, periodAt, shiftPeriod } from '../../../contract/rules/time/period.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';

const text = messages.invoices;
export const bookedPeriods = ['month', 'quarter', 'year', 'last_year'] as const;

/** A row stands open with what is done with it in front; `create` opens a form for a new one, or for a deal. */
export const invoiceNames: ListNames = {
  filters: {
    status: { name: 'status', accepts: (value) => invoiceStatuses.some((one) => one === value) },
    booked: { name: 'booked', accepts: (value) => bookedPeriods.some((one) => one === value) },
    person: { name: 'person', accepts: (value) => value === 'none' || /^\d{1,15}$/.test(value) },
  },
  search: 'search',
  page: 'page',
  sort: { name: 'sort', keys: invoiceSortFields },
  rows: { '': 'invoice', create: 'create', edit: 'edit', credit: 'credit', assign: 'assign', send: 'send' },
};
/** The open row of an invoice that is not there yet. */
export const NEW = 'new';
const DEAL = 'deal-';
/** Whom a new invoice is made for: the id of a deal, '' for none. */
export const dealOfNew = (id: string): string => (id.startsWith(DEAL) ? id.slice(DEAL.length) : '');

const rangeOf = (booked: string, today: Day): DateRange | null => {
  if (booked === 'month' || booked === 'quarter' || booked === 'year') return periodAt(booked, today);
  return booked === 'last_year' ? shiftPeriod(periodAt('year', today), -1) : null;
};

/** What the server is asked: a period as its days. */
export const questionOf = (
  { booked = '', ...question }: Readonly<Record<string, string>>,
  today: Day,
): Readonly<Record<string, string>> => {
  const range = rangeOf(booked, today);
  return range ? { ...question, start_date: range.start_date, end_date: range.end_date } : question;
};

export const overdueText = (days: number): string => (days === 1 ? text.overdueDay : fill(text.overdueDays, { days }));
/** spec 2.61: notes of the table are cut at 30 characters; all of them stand in the tip. */
export const notesShown = (notes: string | null): string => {
  const all = notes ?? '';
  return all.length > limits.invoices.notesShown ? `${all.slice(0, limits.invoices.notesShown)}…` : all;
};
export const isMemo = ({ credit_of_id, gross_amount }: Pick<Invoice, 'credit_of_id' | 'gross_amount'>): boolean =>
  credit_of_id !== null || gross_amount < 0;

type Option = Readonly<{ value: string; label: string }>;
/** What narrows the list, in words. */
export const filterLabel =
  (people: readonly Option[]) =>
  (key: string, value: string): string => {
    if (key === 'status') return text.statuses[value as keyof typeof text.statuses] ?? value;
    if (key === 'booked') return text.periods[value as keyof typeof text.periods] ?? value;
    if (value === 'none') return text.unassigned;
    return people.find((one) => one.value === value)?.label ?? text.person;
  };
