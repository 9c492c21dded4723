import {
  type EventColumn,
  type EventFilter,
  type EventNeed,
  eventColumns,
  eventFilters,
  eventNeeds,
} from '../../../contract/entities/event.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { EventKey, EventQuestion } from '../../db/repositories/events/eventsPage.ts';
import { invalidCursor, isDirection, isOneOf, isRowId, isText, readParts, writeParts } from '../shared/cursor.ts';

const KIND = 'events-3';
export type EventCursor = Readonly<{ askerId: string; question: EventQuestion; after: EventKey }>;

/** Encodes the cursor of an events list and its user. */
export const writeEventCursor = ({ askerId, question, after }: EventCursor): string => {
  const { start_date, end_date, today, sort, direction, filters, need } = question;
  const texts = eventFilters.map((filter) => filters[filter] ?? null);
  return writeParts([KIND, askerId, start_date, end_date, today, sort, direction, texts, need, after.values, after.id]);
};

const filtersOf = (texts: unknown): EventQuestion['filters'] => {
  if (!Array.isArray(texts) || texts.length !== eventFilters.length) throw invalidCursor();
  const filters: Partial<Record<EventFilter, string>> = {};
  for (const [index, filter] of eventFilters.entries()) {
    const value: unknown = texts[index];
    if (value === null) continue;
    if (!isText(value)) throw invalidCursor();
    filters[filter] = value;
  }
  return filters;
};

/** Values PostgreSQL accepts for the sorted column's type; any other text would be a database error. */
const shapes: Readonly<Partial<Record<EventColumn, readonly RegExp[]>>> = {
  date_time: [/^\d{4}-\d\d-\d\d \d\d:00:00$/, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/],
  price: [/^\d{1,12}(\.\d{1,4})?$/],
};
const text: readonly RegExp[] = [/^.{0,400}$/s];
const valuesOf = (sort: EventColumn, values: unknown): EventKey['values'] => {
  if (values === null) return null;
  const expected = shapes[sort] ?? text;
  if (!Array.isArray(values) || values.length !== expected.length) throw invalidCursor();
  return values.map((value: unknown, index) => {
    if (!isText(value) || !expected[index]?.test(value)) throw invalidCursor();
    return value;
  });
};

/** @throws Problem 400 for a cursor that this server did not create, or created for another user */
export const readEventCursor = (text: string, askerId: string): EventCursor => {
  const [kind, asker, start_date, end_date, today, sort, direction, texts, need, values, id] = readParts(text, 11);
  if (kind !== KIND || asker !== askerId || !isRowId(id)) throw invalidCursor();
  if (!isDay(start_date) || !isDay(end_date) || !isDay(today) || end_date < start_date) throw invalidCursor();
  if (!isOneOf(eventColumns, sort) || !isDirection(direction)) throw invalidCursor();
  if (need !== null && !isOneOf<EventNeed>(eventNeeds, need)) throw invalidCursor();
  const question = { start_date, end_date, today, sort, direction, filters: filtersOf(texts), need };
  return { askerId, question, after: { values: valuesOf(sort, values), id } };
};
