import { type EventNeed, eventColumns } from '../../contract/entities/event.ts';
import type { DateRange } from '../../contract/rules/period.ts';
import type { Question } from './cursorPages.machine.ts';
import type { EventFilters } from './eventFilters.machine.ts';

export type Sort = Readonly<{ key: string; direction: 'asc' | 'desc' }>;
export type EventsAsked = Readonly<{ range: DateRange; sort: Sort; filters: EventFilters; need: EventNeed | null }>;

export const isEventColumn = (key: string): boolean => eventColumns.some((column) => column === key);

/** spec 7.26: the period and the order always, a filter or need only where there is one. */
export const questionOf = ({ range, sort, filters, need }: EventsAsked): Question => ({
  start_date: range.start_date,
  end_date: range.end_date,
  sort_field: sort.key,
  sort_direction: sort.direction,
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  ...(need === null ? {} : { [need]: 'true' }),
});
