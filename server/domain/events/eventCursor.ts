import { type EventColumn, eventColumns, eventFilters, eventNeeds } from '../../../contract/entities/event.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { EventKey, EventListFilter } from '../../db/repositories/events/eventsPage.ts';
import { cursorOf, isDirection, isInstantText, isOneOf, isRowId, isText, nullOr } from '../shared/cursor.ts';

/** A cursor continues the list of one user. */
type EventsCursorFields = EventListFilter & Readonly<{ userId: string }>;

const isFilters = (value: unknown): value is EventListFilter['filters'] =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([name, text]) => eventFilters.some((filter) => filter === name) && isText(text));
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

const isHourText = (value: string): boolean => /^\d{4}-\d\d-\d\d \d\d:00:00$/.test(value) && isDay(value.slice(0, 10));
const isPriceText = (value: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(value);
const isShortText = (value: string): boolean => value.length <= 400;
const values: Readonly<Partial<Record<EventColumn, readonly ((value: string) => boolean)[]>>> = {
  date_time: [isHourText, isInstantText],
  price: [isPriceText],
};
const isKeyOf = (sort: EventColumn, key: EventKey['values']): boolean => {
  const expected = values[sort] ?? [isShortText];
  return key === null || (key.length === expected.length && key.every((value, index) => expected[index]?.(value)));
};

export const eventCursor = cursorOf<EventsCursorFields, EventKey>(
  'events-4',
  {
    question: {
      userId: isText,
      start_date: isDay,
      end_date: isDay,
      today: isDay,
      sort: isOneOf(eventColumns),
      direction: isDirection,
      filters: isFilters,
      need: nullOr(isOneOf(eventNeeds)),
    },
    after: { values: nullOr(isTexts), id: isRowId },
  },
  ({ question: { start_date, end_date, sort }, after }) => start_date <= end_date && isKeyOf(sort, after.values),
);
