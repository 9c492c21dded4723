import { type Event, type EventFilter, type EventNeed, eventTextFilters } from '../../entities/event.ts';
import type { DateRange, Day } from '../time/period.ts';
import { fieldOf } from './eventFields.ts';
import { dayOfEvent, eventDayPlan, eventNeedsOf, isCanceled } from './eventNeeds.ts';
import { factNeedsOf } from './factNeeds.ts';
import { isToInvoice } from './toInvoice.ts';

export type EventListQuery = Readonly<{
  range: DateRange;
  filters: Readonly<Partial<Record<EventFilter, string>>>;
  need: EventNeed | null;
}>;

const containsText = (text: string | null | undefined, search: string): boolean =>
  (text ?? '').toLowerCase().includes(search.toLowerCase());
const isBlank = (text: string | null): boolean => (text ?? '').trim() === '';

/** All displayed text of an event in one string. */
const displayedText = ({ customer, program, host, shift, ...staff }: Event): string =>
  [
    ...[customer.name, customer.type, customer.address.state],
    ...[program?.program, program?.type, program?.age, program?.devices, program?.format, program?.price, program?.notes],
    ...[program?.contact.name, program?.contact.email, program?.contact.phone],
    ...[host?.anchor, shift?.user?.first_name, shift?.user?.last_name],
    ...[staff.sling_shift_time, staff.invoiced, staff.invoice_id, staff.sales_person, staff.sales_lead, staff.internal_notes],
  ]
    .filter(Boolean)
    .join(' ');

const matchesOnlyFilter = (event: Event, onlyFilter: string, today: Day): boolean => {
  if (onlyFilter === 'to_invoice') return isToInvoice(event, today);
  if (onlyFilter === 'unassigned') return isBlank(event.sales_person) && !isCanceled(event);
  if (onlyFilter === 'dated' || onlyFilter === 'undated') {
    const { day, hasDay } = eventDayPlan(event);
    const isDated = day !== null && hasDay;
    return onlyFilter === 'dated' ? isDated : !isDated && !isCanceled(event);
  }
  return eventNeedsOf(event, today).length > 0 || factNeedsOf(event, today).some((need) => need !== 'need_invoice');
};

const fitsFilter = (event: Event, filter: EventFilter, value: string, today: Day): boolean => {
  if (filter === 'only') return matchesOnlyFilter(event, value, today);
  if (filter === 'search') return containsText(displayedText(event), value);
  if (eventTextFilters.some((eventTextFilter) => eventTextFilter === filter)) return containsText(fieldOf(event, filter), value);
  const fieldValue = fieldOf(event, filter);
  return value === 'Unknown' ? fieldValue === null || fieldValue === 'Unknown' : fieldValue === value;
};

/** True if the requested list would contain this event. The server applies the same rule in SQL; `today` is the company's day. */
export const fitsList = (event: Event, { range, filters, need }: EventListQuery, today: Day): boolean => {
  const day = dayOfEvent(event);
  const isInRange = day === null ? range.end_date >= today : day >= range.start_date && day <= range.end_date;
  return (
    isInRange &&
    (need === null || eventNeedsOf(event, today).includes(need)) &&
    Object.entries(filters).every(([filter, value]) => !value || fitsFilter(event, filter as EventFilter, value, today))
  );
};
