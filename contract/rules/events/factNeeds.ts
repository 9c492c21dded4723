import { type Event, type FactNeed, factNeeds } from '../../entities/event.ts';
import { limits } from '../../limits.ts';
import { fill, messages } from '../../messages.ts';
import { dayText } from '../time/dayText.ts';
import { addDays, type Day } from '../time/period.ts';
import { type EventDayPlan, eventDayPlan, isCanceled, isOver, lastDayOf, type NeedState, type Readiness } from './eventNeeds.ts';
import { invoiceReasonOf, isMarkedAsInvoiced, isToInvoice } from './toInvoice.ts';

const t = messages.readiness;
const { hostDays, shiftDays, invoiceDays } = limits.events;

export const hostOf = ({ host }: Event): string => host?.anchor?.trim() || host?.url?.trim() || '';
const personOf = ({ shift }: Event): string => (shift ? `${shift.user.first_name} ${shift.user.last_name}`.trim() : '');
/** True if the matched shift has no person, or if no shift is matched and staff entered none. */
export const lacksShift = (event: Event): boolean => (event.shift ? personOf(event) === '' : !event.sling_shift_time?.trim());

const isDayWithin = ({ day, hasDay }: EventDayPlan, days: number, today: Day): boolean =>
  hasDay && day !== null && day <= addDays(today, days);

/**
 * The facts an event lacks once they are needed: a host two weeks before, a shift two days before, an invoice a week after. The server
 * finds the same events for its notices (repositories/notifications/noticeCauses.ts).
 */
export const factNeedsOf = (event: Event, today: Day): readonly FactNeed[] => {
  const plan = eventDayPlan(event);
  const lastDay = lastDayOf(event);
  const isUpcoming = !isCanceled(event) && !isOver(plan, today);
  const isOpen: Readonly<Record<FactNeed, boolean>> = {
    need_host: isUpcoming && isDayWithin(plan, hostDays, today) && hostOf(event) === '',
    need_shift: isUpcoming && isDayWithin(plan, shiftDays, today) && lacksShift(event),
    need_invoice: isToInvoice(event, today) && lastDay !== null && addDays(lastDay, invoiceDays) <= today,
  };
  return factNeeds.filter((need) => isOpen[need]);
};

type Sentences = Readonly<{ open: string; later: string; undated: string }>;
/** The state of a fact needed `days` days before the event. */
const stateBefore = ({ day, hasDay }: EventDayPlan, days: number, today: Day, texts: Sentences): NeedState => {
  if (day === null || !hasDay) return { state: 'not_needed', sentence: texts.undated };
  const from = addDays(day, -days);
  return from > today
    ? { state: 'not_needed', sentence: fill(texts.later, { day: dayText(from) }) }
    : { state: 'open', sentence: fill(texts.open, { day: dayText(day) }) };
};

const invoiceVerdict = (event: Event, today: Day): NeedState => {
  const reason = invoiceReasonOf(event, today);
  if (event.invoice_id?.trim()) return { state: 'done', sentence: reason };
  if (isToInvoice(event, today)) return { state: 'open', sentence: reason };
  return { state: isMarkedAsInvoiced(event) && !isCanceled(event) ? 'blocked' : 'not_needed', sentence: reason };
};

/** The state of host, shift and invoice, each with a sentence that explains it. */
export const factReadinessOf = (event: Event, today: Day): readonly Readiness[] => {
  const plan = eventDayPlan(event);
  const endedText = isCanceled(event) ? t.canceled : isOver(plan, today) ? t.over : null;
  const stateUnlessDone = (doneText: string | null, stateIfOpen: () => NeedState): NeedState => {
    if (doneText !== null) return { state: 'done', sentence: doneText };
    return endedText === null ? stateIfOpen() : { state: 'not_needed', sentence: endedText };
  };
  const host = hostOf(event) === '' ? null : fill(t.hostKnown, { host: hostOf(event) });
  const staffedText = event.shift ? fill(t.shiftKnown, { name: personOf(event) }) : t.shiftWritten;
  const texts = event.shift ? { ...t.shift, open: t.shiftNotTaken } : t.shift;
  return [
    { need: 'need_host', ...stateUnlessDone(host, () => stateBefore(plan, hostDays, today, t.host)) },
    { need: 'need_shift', ...stateUnlessDone(lacksShift(event) ? null : staffedText, () => stateBefore(plan, shiftDays, today, texts)) },
    { need: 'need_invoice', ...invoiceVerdict(event, today) },
  ];
};
