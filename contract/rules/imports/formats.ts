import type { Cents } from '../money.ts';
import { DAY_MS } from '../time/days.ts';
import type { Day } from '../time/period.ts';

/** A cell of a file: text in a CSV; numbers and days of a workbook need no format. Null: empty. */
export type Cell = string | number | Readonly<{ day: Day }> | null;

export const dateFormats = ['ymd', 'mdy', 'dmy', 'words', 'serial'] as const;
export type DateFormat = (typeof dateFormats)[number];
export const amountFormats = ['point', 'comma'] as const;
export type AmountFormat = (typeof amountFormats)[number];

/** Longer text is neither a date nor an amount, and regular expressions would be slow on it. */
const MAX_CHARS = 40;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const dayOf = (year: number, month: number, day: number): Day | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isRealDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isRealDate && year >= 1970 && year <= 2100 ? date.toISOString().slice(0, 10) : null;
};
/** Two-digit years belong to this century. */
const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));
/** A time after the day, which is ignored. */
const TIME_PATTERN = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?$/i;

const dayInWords = (text: string): Day | null => {
  const [, m1, d1, y1] = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(text) ?? [];
  const [, d2, m2, y2] = /^(\d{1,2})[. -]{1,2}([a-z]{3,9})\.?[ ,-]{1,2}(\d{4})$/i.exec(text) ?? [];
  const name = (m1 ?? m2 ?? '').toLowerCase();
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  return month === 0 ? null : dayOf(Number(y1 ?? y2), month, Number(d1 ?? d2));
};

/** Spreadsheet serial days, counted from the end of 1899: only 1980 to 2079, so that few amounts look like one. */
const SERIAL_DAYS = { first: 29_221, last: 65_745 } as const;
const dayOfSerial = (cell: string | number): Day | null => {
  const serial = typeof cell === 'number' ? cell : /^\d{5}(?:\.\d+)?$/.test(cell.trim()) ? Number(cell) : 0;
  if (serial < SERIAL_DAYS.first || serial >= SERIAL_DAYS.last + 1) return null;
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);
};

/** The day in a cell, read in this format; null if the cell holds no such day. A workbook's own day needs no format. */
export const readDay = (cell: Cell, format: DateFormat): Day | null => {
  if (cell !== null && typeof cell === 'object') return cell.day;
  if (cell === null) return null;
  if (format === 'serial') return dayOfSerial(cell);
  if (typeof cell !== 'string') return null;
  const trimmed = cell.trim();
  if (trimmed.length > MAX_CHARS) return null;
  const text = trimmed.replace(TIME_PATTERN, '');
  if (format === 'words') return dayInWords(text);
  const [, a = '', separator, b = '', secondSeparator, c = ''] = /^(\d{1,4})([-/.])(\d{1,2})([-/.])(\d{1,4})$/.exec(text) ?? [];
  if (separator === undefined || separator !== secondSeparator) return null;
  if (format === 'ymd') return a.length === 4 && c.length <= 2 ? dayOf(Number(a), Number(b), Number(c)) : null;
  if (a.length > 2 || (c.length !== 2 && c.length !== 4)) return null;
  const [month, day] = format === 'mdy' ? [a, b] : [b, a];
  return dayOf(yearOf(c), Number(month), Number(day));
};

const amountPatterns: Readonly<Record<AmountFormat, RegExp>> = {
  point: /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$|^\.\d{1,2}$/,
  comma: /^(?:\d{1,3}(?:[. ]\d{3})+|\d+)(?:,\d{1,2})?$|^,\d{1,2}$/,
};
const MAX_AMOUNT = 1e13;

/** Reads a floating-point number as the amount it prints as; one with fractions of a cent is not an amount. */
const centsOfNumber = (value: number): Cents | null => {
  const cents = Math.round(value * 100);
  return Math.abs(value * 100 - cents) < 1e-4 && Math.abs(cents) <= MAX_AMOUNT ? cents || 0 : null;
};

/**
 * An amount as written, in cents: `$1,234.50`, `(500.00)` and `-5` with a decimal point, `1.234,50` with a decimal comma.
 * @returns null if the text isn't an amount in this format, for example because it has another currency's sign
 */
export const readCellAmount = (cell: Cell, format: AmountFormat): Cents | null => {
  if (typeof cell === 'number') return centsOfNumber(cell);
  if (typeof cell !== 'string') return null;
  let text = cell.replaceAll(/[\u00a0\u202f]/g, ' ').trim();
  // Line breaks inside would make the regular expression below backtrack over every way to split the whitespace.
  if (text.length > MAX_CHARS || /[^\S ]/.test(text)) return null;
  const bracketed = /^\((.*)\)$/.exec(text);
  if (bracketed) text = (bracketed[1] ?? '').trim();
  const sign = /^([-\u2212]?)\s*(?:(?:US\s?)?\$|USD)?\s*([-\u2212]?)\s*(.*?)\s*(?:\$|USD)?$/i.exec(text);
  const [before = '', after = '', digits = ''] = sign?.slice(1) ?? [];
  const minus = [before, after, bracketed ? '-' : ''].filter(Boolean).length;
  if (minus > 1 || !amountPatterns[format].test(digits)) return null;
  const [whole = '', fraction = ''] = digits.split(format === 'point' ? '.' : ',');
  const cents = Number(whole.replaceAll(/[., ]/g, '') || '0') * 100 + Number(fraction.padEnd(2, '0'));
  if (cents > MAX_AMOUNT) return null;
  return minus === 1 && cents !== 0 ? -cents : cents;
};

/** The text of a cell, trimmed, with single spaces; a number as it prints. */
export const readText = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.day : String(cell).replaceAll(/\s+/gu, ' ').trim();

/** Number of cells in a column that each format can read, that any format can read, and that two formats read differently. */
type Counts<F extends string> = { read: Record<F, number>; readable: number; ambiguous: number };
/** Mutated in place, because a file may have millions of cells. */
export type FormatCounts = { filled: number; dates: Counts<DateFormat>; amounts: Counts<AmountFormat> };
export const createFormatCounts = (): FormatCounts => ({
  filled: 0,
  dates: { read: { ymd: 0, mdy: 0, dmy: 0, words: 0, serial: 0 }, readable: 0, ambiguous: 0 },
  amounts: { read: { point: 0, comma: 0 }, readable: 0, ambiguous: 0 },
});

const count = <F extends string>(
  counts: Counts<F>,
  formats: readonly F[],
  cell: Cell,
  read: (cell: Cell, format: F) => string | number | null,
): void => {
  let first: string | number | null = null;
  let isAmbiguous = false;
  for (const format of formats) {
    const value = read(cell, format);
    if (value === null) continue;
    counts.read[format] += 1;
    isAmbiguous ||= first !== null && value !== first;
    first ??= value;
  }
  if (first !== null) counts.readable += 1;
  if (isAmbiguous) counts.ambiguous += 1;
};

/** Counts one cell of a column. Most cells of a file are words that no format can read. */
export const countCell = (formatCounts: FormatCounts, cell: Cell): void => {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return;
  formatCounts.filled += 1;
  if (typeof cell === 'string' && (cell.length > MAX_CHARS || !/\d/.test(cell))) return;
  count(formatCounts.dates, dateFormats, cell, readDay);
  count(formatCounts.amounts, amountFormats, cell, readCellAmount);
};

/** The formats that read the most cells; all formats if none reads any. */
const formatsReadingMost = <F extends string>({ read }: Counts<F>, formats: readonly F[]): F[] => {
  const maxRead = Math.max(...formats.map((format) => read[format]));
  return formats.filter((format) => read[format] === maxRead);
};
export type BestFormats = Readonly<{ dates: DateFormat[]; amounts: AmountFormat[] }>;
export const leadingFormats = ({ dates, amounts }: FormatCounts): BestFormats => ({
  dates: formatsReadingMost(dates, dateFormats),
  amounts: formatsReadingMost(amounts, amountFormats),
});

/** The formats that read the most cells; only the first if all of them read every cell the same, such as 500. */
const bestFormats = <F extends string>(filled: number, counts: Counts<F>, formats: readonly F[]): F[] => {
  // All formats read an empty column alike.
  if (filled === 0) return formats.slice(0, 1);
  const mostReadFormats = counts.readable === 0 ? [] : formatsReadingMost(counts, formats);
  return counts.ambiguous === 0 && mostReadFormats[0] && counts.read[mostReadFormats[0]] === counts.readable
    ? mostReadFormats.slice(0, 1)
    : mostReadFormats;
};
export const fittingFormats = ({ filled, dates, amounts }: FormatCounts): BestFormats => ({
  dates: bestFormats(filled, dates, dateFormats),
  amounts: bestFormats(filled, amounts, amountFormats),
});
