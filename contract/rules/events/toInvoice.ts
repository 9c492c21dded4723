import type { Event } from '../../entities/event.ts';
import { fill, messages } from '../../messages.ts';
import { dayText } from '../time/dayText.ts';
import type { Day } from '../time/period.ts';
import { isCanceled, lastDayOf } from './eventNeeds.ts';

const t = messages.eventInvoice;

/** Staff marked it as invoiced. */
export const isMarkedAsInvoiced = ({ invoiced }: Event): boolean => invoiced === 'Sent' || invoiced === 'Received';

/**
 * True if it took place, is not canceled, has no invoice and is not marked as invoiced (decisions 6.03). The server applies the same rule.
 */
export const isToInvoice = (event: Event, today: Day): boolean => {
  const day = lastDayOf(event);
  return !event.invoice_id?.trim() && !isCanceled(event) && !isMarkedAsInvoiced(event) && day !== null && day < today;
};

/** One sentence that says why the event has an invoice or none (decisions 6.03, "To invoice"). */
export const invoiceReasonOf = (event: Event, today: Day): string => {
  const invoice = event.invoice_id?.trim();
  if (invoice) return fill(t.linked, { invoice });
  if (isCanceled(event)) return t.canceled;
  if (isMarkedAsInvoiced(event)) return fill(t.marked, { invoiced: event.invoiced ?? '' });
  const day = lastDayOf(event);
  if (day === null) return t.noDay;
  return fill(day < today ? t.open : t.later, { day: dayText(day) });
};
