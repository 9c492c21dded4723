import { type DateFormat, readDay } from '../../../contract/rules/imports/formats.ts';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';

/** A cell as displayed, and as stored: numbers, days and times are numbers. */
export type SheetCell = Readonly<{ displayed: string; raw: unknown }>;

const EPOCH: Day = '1899-12-30';
const MINUTES_PER_DAY = 1440;
/** Serials from 1970 to 2100; others are not dates. */
const [FIRST_SERIAL, LAST_SERIAL] = [25_569, 73_415];

/** The day of a sheet serial, and minutes after midnight if it has a time. Wall time in the sheet's zone (research 3.2). */
export const fromSerial = (serial: number): Readonly<{ day: Day; minutes: number | null }> | null => {
  if (serial < FIRST_SERIAL || serial >= LAST_SERIAL) return null;
  const wholeDays = Math.floor(serial);
  const minutes = Math.round((serial - wholeDays) * MINUTES_PER_DAY);
  return {
    day: addDays(EPOCH, wholeDays + (minutes === MINUTES_PER_DAY ? 1 : 0)),
    minutes: serial === wholeDays ? null : minutes % MINUTES_PER_DAY,
  };
};

const TIME = /(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*(a\.?m\.?|p\.?m\.?|noon)?/i;
const meridiemOf = (text: string | undefined): 'a' | 'p' | null => {
  const letter = text?.[0]?.toLowerCase();
  return letter === 'a' ? 'a' : letter === 'p' || letter === 'n' ? 'p' : null;
};

/** Minutes after midnight of `3:30 PM`, `15:30`, `3pm`; null if it is not a time, such as a bare `3`. */
const parseClockMinutes = (text: string, fallback: 'a' | 'p' | null): number | null => {
  const clockMatch = new RegExp(`^${TIME.source}$`, 'i').exec(text.trim());
  if (!clockMatch) return null;
  const [, hours = '', minutes, meridiemText] = clockMatch;
  const meridiem = meridiemOf(meridiemText) ?? fallback;
  if (minutes === undefined && meridiem === null) return null;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (minute > 59 || (meridiem === null ? hour > 23 : hour < 1 || hour > 12)) return null;
  return (meridiem === null ? hour : (hour % 12) + (meridiem === 'p' ? 12 : 0)) * 60 + minute;
};

export type ShiftClock = Readonly<{ start: number; end: number | null }>;

/** A time of day or a range: a fraction of a day, `3:30 PM`, `3:30 - 4:30 PM`. Null if it is neither. */
export const readClock = ({ displayed, raw }: SheetCell): ShiftClock | null => {
  if (typeof raw === 'number') {
    const minutes = Math.round((raw - Math.floor(raw)) * MINUTES_PER_DAY) % MINUTES_PER_DAY;
    return raw >= 0 && (raw < 1 || raw >= FIRST_SERIAL) ? { start: minutes, end: null } : null;
  }
  const [firstPart = '', secondPart] = displayed.split(/\s*(?:-|–|—|\bto\b)\s*/i);
  if (secondPart === undefined) {
    const start = parseClockMinutes(firstPart, null);
    return start === null ? null : { start, end: null };
  }
  const end = parseClockMinutes(secondPart, null);
  const endMeridiem = meridiemOf(/[apn]\.?m?\.?$/i.exec(secondPart.trim())?.[0]);
  const start = parseClockMinutes(firstPart, null) ?? parseClockMinutes(firstPart, endMeridiem);
  if (start === null || end === null) return null;
  // 11:30 - 1 PM starts in the morning.
  const morningStart =
    meridiemOf(/(a\.?m\.?|p\.?m\.?|noon)$/i.exec(firstPart.trim())?.[0]) === null &&
    endMeridiem === 'p' &&
    parseClockMinutes(firstPart, 'p');
  const startMinutes =
    morningStart !== false && morningStart !== null
      ? morningStart > end
        ? (parseClockMinutes(firstPart, 'a') ?? morningStart)
        : morningStart
      : start;
  return { start: startMinutes, end };
};

export type SheetDay = Readonly<{ day: Day; hasDay: boolean; minutes: number | null }>;
const MONTH = /^([a-z]{3,9})\.? (\d{4})$/i;
const CLOCK_AFTER = /[T ,]+(\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?)$/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i;

/** A day with its time, if any; a month alone is its first day without `hasDay`. Null if it is not a day. */
export const readSheetDay = ({ displayed, raw }: SheetCell, dayFirst: boolean): SheetDay | null => {
  if (typeof raw === 'number') {
    const serial = fromSerial(raw);
    return serial && { ...serial, hasDay: true };
  }
  const text = displayed.trim().replace(WEEKDAY, '');
  const clock = CLOCK_AFTER.exec(text);
  const dateText = clock ? text.slice(0, clock.index).replace(/,$/, '') : text;
  const formats: readonly DateFormat[] = ['ymd', dayFirst ? 'dmy' : 'mdy', 'words'];
  for (const format of formats) {
    const day = readDay(dateText, format);
    if (day !== null) return { day, hasDay: true, minutes: clock ? parseClockMinutes(clock[1] ?? '', null) : null };
  }
  const month = MONTH.exec(dateText);
  const firstPart = month && readDay(`${month[1]} 1, ${month[2]}`, 'words');
  return firstPart ? { day: firstPart, hasDay: false, minutes: null } : null;
};

const UNDECIDED = /^(tbd|tba|tbc|to be (decided|determined|announced|confirmed)|\?+)$/i;
export const isUndecided = ({ displayed }: SheetCell): boolean => UNDECIDED.test(displayed.trim());

/** The error values of formulas. */
const FORMULA_ERROR = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|CALC!|SPILL!)$/;
export const isFormulaError = ({ displayed }: SheetCell): boolean => FORMULA_ERROR.test(displayed.trim());

const NOISE = /\b(standard|daylight|time|us|usa)\b/g;
const zones: Readonly<Record<string, string>> = {
  az: 'America/Phoenix',
  'az mst': 'America/Phoenix',
  arizona: 'America/Phoenix',
  mst: 'America/Phoenix',
  et: 'America/New_York',
  est: 'America/New_York',
  edt: 'America/New_York',
  eastern: 'America/New_York',
  ct: 'America/Chicago',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  central: 'America/Chicago',
  mt: 'America/Denver',
  mdt: 'America/Denver',
  mountain: 'America/Denver',
  pt: 'America/Los_Angeles',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
  ak: 'America/Anchorage',
  akst: 'America/Anchorage',
  akdt: 'America/Anchorage',
  alaska: 'America/Anchorage',
  hst: 'Pacific/Honolulu',
  hawaii: 'Pacific/Honolulu',
};
/** A time zone as people write it; an unknown one stays as written, and the screen says so (spec 2.46). */
export const zoneOf = (text: string): string => {
  const zoneText = text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .replaceAll(NOISE, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  return zones[zoneText] ?? text.trim();
};
