import { activityTypes, invoicedValues, type YesNoField, yesNoFields } from '../../../contract/entities/event.ts';
import type { ScheduleColumn } from '../../../contract/rules/connections/sheetColumns.ts';
import { headerKey } from '../../../contract/rules/connections/sheetHeader.ts';
import { readText } from '../../../contract/rules/imports/formats.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { instantAt } from '../../../contract/rules/time/wallTime.ts';
import type { RowProblem, ScheduleRow } from '../../domain/connections/facts.ts';
import type { SourceEvent } from '../../domain/events/eventSource.ts';
import { isUndecided, readClock, readSheetDay, type SheetCell, type ShiftClock, zoneOf } from './cells.ts';
import type { RowCells } from './sheetRows.ts';

/** The spreadsheet's time zone, and whether 3/4 means April 3. */
export type SheetPlace = Readonly<{ timezone: string; dayFirst: boolean }>;

const textOrNull = ({ displayed }: SheetCell): string | null => readText(displayed) || null;
const yesWords = new Set(['yes', 'y', 'true', 'x', '1', 'done', 'sent', 'ok', '✓', '✔']);
const noWords = new Set(['no', 'n', 'false', '0', 'not yet', 'open']);

/** spec 2.48: Yes, No or Unknown; null for a blank cell. */
const parseYesNo = ({ displayed }: SheetCell): string | null => {
  const text = displayed.trim().toLowerCase();
  if (text === '') return null;
  return yesWords.has(text) ? 'Yes' : noWords.has(text) ? 'No' : 'Unknown';
};
const oneOf = (values: readonly string[], text: string | null): string | null =>
  text && (values.find((value) => headerKey(value) === headerKey(text)) ?? null);

const activityType = (cell: SheetCell): string | null => {
  const text = textOrNull(cell);
  if (text !== null && /^cancell?ed$/i.test(text)) return 'Canceled';
  return oneOf(activityTypes, text) ?? text;
};
const invoicedOf = (cell: SheetCell): string | null => {
  const text = textOrNull(cell);
  if (text !== null && /^paid$/i.test(text)) return 'Received';
  return oneOf(invoicedValues, text) ?? (text === null ? null : 'Unknown');
};

type EventTime = Pick<SourceEvent, 'tbd' | 'starts_at' | 'ends_at' | 'timezone' | 'has_time' | 'has_day'>;
const NOON = 720;

const undecidedTime = (timezone: string): EventTime => ({
  tbd: true,
  starts_at: null,
  ends_at: null,
  timezone,
  has_time: false,
  has_day: false,
});

/** Wall time in the row's zone, else in the sheet's; UTC if the zone is invalid, as the screen says (spec 2.46). */
const eventTimeAt = (day: Day, hasDay: boolean, clock: ShiftClock | null, timezone: string): EventTime => {
  const instantOf = (minutes: number): string =>
    new Date(instantAt(timezone, { day, minutes }) ?? instantAt('UTC', { day, minutes }) ?? 0).toISOString();
  const start = clock?.start ?? NOON;
  // An end before the start is on the next day.
  const end = clock === null || clock.end === null ? null : clock.end <= start ? clock.end + 1440 : clock.end;
  return {
    tbd: !hasDay,
    starts_at: instantOf(start),
    ends_at: end === null ? null : instantOf(end),
    timezone,
    has_time: clock !== null && hasDay,
    has_day: hasDay,
  };
};

const isBlank = ({ displayed }: SheetCell): boolean => displayed.trim() === '';

const clockOf = (cells: RowCells, dayMinutes: number | null): ShiftClock | null | RowProblem => {
  const [from, to] = [cells('start_time'), cells('end_time')];
  const clockFromDays: ShiftClock | null = dayMinutes === null ? null : { start: dayMinutes, end: null };
  const isOpen = isBlank(from) || isUndecided(from);
  const start = isOpen ? clockFromDays : readClock(from);
  if (start === null) return isOpen ? null : { code: 'time', column: 'start_time', shown: from.displayed };
  if (isBlank(to) || isUndecided(to)) return start;
  const end = readClock(to);
  return end === null ? { code: 'time', column: 'end_time', shown: to.displayed } : { start: start.start, end: end.end ?? end.start };
};
const isProblem = (value: ShiftClock | null | RowProblem): value is RowProblem => value !== null && 'code' in value;

/** Converts a schedule row to an event; otherwise returns the reason why it is unreadable. */
export const readScheduleRow = (cells: RowCells, sheetPlace: SheetPlace): ScheduleRow | RowProblem => {
  const text = (column: ScheduleColumn): string | null => textOrNull(cells(column));
  const customer = text('customer');
  if (customer === null) return { code: 'required', column: 'customer', shown: '' };
  if (text('activity') === null) return { code: 'required', column: 'activity', shown: '' };
  const date = cells('date');
  const timezone = text('timezone') === null ? sheetPlace.timezone : zoneOf(cells('timezone').displayed);
  const isOpen = isBlank(date) || isUndecided(date);
  const day = isOpen ? null : readSheetDay(date, sheetPlace.dayFirst);
  if (!isOpen && day === null) return { code: 'day', column: 'date', shown: date.displayed };
  const clock = day && clockOf(cells, day.minutes);
  if (isProblem(clock)) return clock;
  const answers = Object.fromEntries(yesNoFields.map((field) => [field, parseYesNo(cells(field))])) as Record<YesNoField, string | null>;
  return {
    day: day?.day ?? null,
    event: {
      customer_name: customer,
      customer_type: text('customer_type'),
      state: text('state'),
      has_program: true,
      ...(day === null ? undecidedTime(timezone) : eventTimeAt(day.day, day.hasDay, clock, timezone)),
      activity: text('activity'),
      activity_type: activityType(cells('activity_type')),
      age: text('age'),
      devices: text('devices'),
      format: text('format'),
      contact_name: text('contact_name'),
      contact_email: text('contact_email'),
      contact_phone: text('contact_phone'),
      price: text('price'),
      program_notes: text('program_notes'),
      host_anchor: text('host_anchor'),
      host_url: text('host_url'),
      ...answers,
      invoiced: invoicedOf(cells('invoiced')),
      invoice_id: text('invoice_id'),
      sales_person: text('sales_person'),
      sales_lead: text('sales_lead'),
      internal_notes: text('internal_notes'),
    },
  };
};
