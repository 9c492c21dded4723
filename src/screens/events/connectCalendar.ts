import type { SnapshotFrom } from 'xstate';
import type { Event } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { eventNeedsOf } from '../../../contract/rules/events/eventNeeds.ts';
import { calendarWeeks } from '../../../contract/rules/time/calendar.ts';
import { clockOnDay, whenText } from '../../../contract/rules/time/eventTime.ts';
import { type Day, monthIndexOf, yearOf } from '../../../contract/rules/time/period.ts';
import type { eventsCalendarMachine } from '../../machines/events/eventsCalendar.machine.ts';
import { formatDate } from '../../ui/display/format.ts';
import { getTime, isCanceledProgram } from './columns.tsx';

type Snapshot = SnapshotFrom<typeof eventsCalendarMachine>;
export type CalendarItem = Readonly<{ id: string; clock: string; customer: string; activity: string; canceled: boolean; open: string }>;
export type CalendarDay = Readonly<{
  day: Day;
  number: number;
  /** "Nov 3, 2026: 4 events" */
  label: string;
  title: string;
  isToday: boolean;
  inMonth: boolean;
  items: readonly CalendarItem[];
}>;

const t = messages.eventCalendar;

/** `open`: the event's open tasks in words; '' without open tasks. */
const toItem = (event: Event, companyDay: Day): CalendarItem => {
  const time = getTime(event);
  return {
    id: event.id,
    clock: time ? clockOnDay(time) : '',
    customer: event.customer.name,
    activity: event.program?.program ?? event.program?.type ?? '',
    canceled: isCanceledProgram(event),
    open: eventNeedsOf(event, companyDay)
      .map((need) => messages.events.needs[need])
      .join(', '),
  };
};

/** The length of "2026-11". */
const MONTH_LENGTH = 7;

/** Events without a time come first, the others by local time at the venue. */
const getStartMinutes = (event: Event): number => getTime(event)?.start?.minutes ?? -1;
const getDay = (event: Event): Day | null => {
  const time = getTime(event);
  return time && (time.known === 'time' || time.known === 'day') ? time.day : null;
};

const toLabel = (day: Day, count: number): string =>
  count === 1 ? fill(t.oneOnDay, { day: formatDate(day) }) : fill(t.day, { day: formatDate(day), count });

const toTitle = (mode: 'month' | 'week', anchor: Day, days: readonly Day[]): string =>
  mode === 'month'
    ? `${messages.period.months[monthIndexOf(anchor)]} ${yearOf(anchor)}`
    : fill(t.week_of, { start: formatDate(days[0] ?? anchor), end: formatDate(days.at(-1) ?? anchor) });

/** Maps the calendar's snapshot to weeks. Each event is on its local day; events without a day are listed separately. */
export const connectCalendar = (snapshot: Snapshot) => {
  const { mode, anchor, today, events, error } = snapshot.context;
  const eventsByDay = new Map<Day | null, Event[]>();
  for (const event of events) {
    const day = getDay(event);
    const dayItems = eventsByDay.get(day);
    if (dayItems) dayItems.push(event);
    else eventsByDay.set(day, [event]);
  }
  const toDayView = (day: Day): CalendarDay => {
    const items = (eventsByDay.get(day) ?? [])
      .toSorted((a, b) => getStartMinutes(a) - getStartMinutes(b))
      .map((event) => toItem(event, today));
    return {
      day,
      number: Number(day.slice(8)),
      label: toLabel(day, items.length),
      title: formatDate(day),
      isToday: day === today,
      inMonth: mode === 'week' || monthIndexOf(day) === monthIndexOf(anchor),
      items,
    };
  };
  const weeks = calendarWeeks(mode, anchor).map((week) => week.map(toDayView));
  const days = weeks.flat();
  const months = new Set(days.filter(({ inMonth }) => inMonth).map(({ day }) => day.slice(0, MONTH_LENGTH)));
  // The request covers one extra day on each side, so it also returns undated events of the neighboring months.
  const isInView = (event: Event): boolean => months.has(getTime(event)?.day?.slice(0, MONTH_LENGTH) ?? anchor.slice(0, MONTH_LENGTH));
  const undatedItems = (eventsByDay.get(null) ?? []).filter(isInView).map((event) => {
    const time = getTime(event);
    return { ...toItem(event, today), clock: time ? whenText(time) : messages.events.noDay };
  });
  const loading = snapshot.hasTag('busy');
  return {
    mode,
    title: toTitle(
      mode,
      anchor,
      days.map(({ day }) => day),
    ),
    loading,
    error,
    weeks,
    undated: undatedItems,
    /** For phones: only days with events. */
    agenda: days.filter(({ items, inMonth }) => inMonth && items.length > 0),
    empty: !loading && error === null && undatedItems.length === 0 && days.every(({ items }) => items.length === 0),
  };
};
