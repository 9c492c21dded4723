import { type EventNeed, eventColumns } from '../../../contract/entities/event.ts';
import type { CalendarMode } from '../../../contract/rules/time/calendar.ts';
import type { DateRange, Day, Period } from '../../../contract/rules/time/period.ts';
import type { SavedLayout } from '../lists/columnLayout.machine.ts';
import type { PageQuestion } from '../lists/cursorPages.machine.ts';
import { createInitialPeriod } from '../lists/period.machine.ts';
import type { EventFilters } from './eventFilters.machine.ts';
import type { UnsavedCell } from './unsavedCells.ts';

export type Sort = Readonly<{ key: string; direction: 'asc' | 'desc' }>;
export type EventsCriteria = Readonly<{ range: DateRange; sort: Sort; filters: EventFilters; need: EventNeed | null }>;

export type EventsView = 'table' | CalendarMode;
/** The initial state of the page. Everything but day and columns comes from a link or an earlier visit. */
export type EventsInput = Readonly<{
  today: Day;
  layout: SavedLayout;
  period?: Period | undefined;
  filters?: Partial<EventFilters>;
  need?: EventNeed | null;
  sort?: Sort | null;
  view?: EventsView;
  /** The id of the event whose panel is open. */
  panel?: string | null;
  /** Unsaved edits from an earlier visit. */
  drafts?: readonly UnsavedCell[];
}>;
export type EventsChild = 'period' | 'filters' | 'list' | 'calendar' | 'edit' | 'cells' | 'sync' | 'bulk' | 'columns';

export const toDateRange = ({ start_date, end_date }: DateRange): DateRange => ({ start_date, end_date });
/** Opens with the whole month, because the cards count upcoming work too (decisions 6.06). */
export const toInitialContext = ({ today, layout, period, view = 'table', drafts = [] }: EventsInput) => ({
  today,
  layout,
  view,
  drafts,
  includesFutureDays: true,
  period: createInitialPeriod({ today, period, includesFutureDays: true }),
});

export const isEventColumn = (key: string): boolean => eventColumns.some((column) => column === key);

/** spec 4.07: the first click on a header sorts ascending, the next one reverses. */
export const toggleEventSort = (sort: Sort, key: string): Sort => ({
  key,
  direction: sort.key === key && sort.direction === 'asc' ? 'desc' : 'asc',
});

/** spec 7.26: always includes the period and the sort; filters and need only if set. */
export const toEventsQuestion = ({ range, sort, filters, need }: EventsCriteria): PageQuestion => ({
  start_date: range.start_date,
  end_date: range.end_date,
  sort_field: sort.key,
  sort_direction: sort.direction,
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
  ...(need === null ? {} : { [need]: 'true' }),
});
