import type { Event } from '../../entities/event.ts';
import { fill, messages } from '../../messages.ts';
import { dayText } from '../time/dayText.ts';
import type { Day } from '../time/period.ts';
import { lastDayOf } from './eventNeeds.ts';

const text = messages.eventInvoice;

/** Why the event has an invoice or none (decisions 6.03, "To invoice"): one sentence. The server finds those that are open by the same rule. */
export const invoiceReasonOf = (event: Event, today: Day): string => {
  const invoice = event.invoice_id?.trim();
  if (invoice) return fill(text.linked, { invoice });
  if (event.program?.type === 'Canceled') return text.canceled;
  if (event.invoiced === 'Sent' || event.invoiced === 'Received') return fill(text.marked, { invoiced: event.invoiced });
  const day = lastDayOf(event);
  if (day === null) return text.noDay;
  return fill(day < today ? text.open : text.later, { day: dayText(day) });
};
