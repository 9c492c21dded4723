import { limits } from '../../limits.ts';

/** A plain date, YYYY-MM-DD. Arithmetic runs on UTC days, so no time zone can move it. */
export type Day = string;
export type PeriodMode = 'month' | 'quarter' | 'year' | 'custom';
export const periodModes: readonly PeriodMode[] = ['month', 'quarter', 'year', 'custom'];
export type DateRange = Readonly<{ start_date: Day; end_date: Day }>;
export type Period = Readonly<{ mode: PeriodMode }> & DateRange;

const DAY_MS = 86_400_000;
const stamp = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(stamp(text)) && dayOf(stamp(text)) === text;

export const yearOf = (day: Day): number => Number(day.slice(0, 4));
/** 0 for January. */
export const monthOf = (day: Day): number => Number(day.slice(5, 7)) - 1;
export const addDays = (day: Day, days: number): Day => dayOf(stamp(day) + days * DAY_MS);
/** Days of the range, both ends counted. */
export const daysIn = (range: DateRange): number => Math.round((stamp(range.end_date) - stamp(range.start_date)) / DAY_MS) + 1;
export const firstOf = (year: number, month: number): Day => dayOf(Date.UTC(year, month, 1));
export const lastOf = (year: number, month: number): Day => dayOf(Date.UTC(year, month + 1, 0));

/** spec 4.02: first to last day of the month. `month` may run over: 12 is January of the next year. */
export const monthRange = (year: number, month: number): DateRange => ({ start_date: firstOf(year, month), end_date: lastOf(year, month) });

/** spec 4.02, 9.02: a quarter is three calendar months; `quarter` 0 to 3. */
export const quarterRange = (year: number, quarter: number): DateRange => ({
  start_date: firstOf(year, quarter * limits.quarterMonths),
  end_date: lastOf(year, quarter * limits.quarterMonths + limits.quarterMonths - 1),
});

export const yearRange = (year: number): DateRange => ({ start_date: `${year}-01-01`, end_date: `${year}-12-31` });
export const quarterOf = (day: Day): number => Math.floor(monthOf(day) / limits.quarterMonths);

/** The period of `mode` that holds `day`; custom starts as the month. */
export const periodAt = (mode: PeriodMode, day: Day): Period => {
  const year = yearOf(day);
  if (mode === 'quarter') return { mode, ...quarterRange(year, quarterOf(day)) };
  if (mode === 'year') return { mode, ...yearRange(year) };
  return { mode, ...monthRange(year, monthOf(day)) };
};

/** The period before (−1) or after (+1); a custom range moves by its own length. */
export const shiftPeriod = (period: Period, by: -1 | 1): Period => {
  const { mode, start_date, end_date } = period;
  const year = yearOf(start_date);
  if (mode === 'month') return { mode, ...monthRange(year, monthOf(start_date) + by) };
  if (mode === 'quarter') return { mode, ...quarterRange(year, quarterOf(start_date) + by) };
  if (mode === 'year') return { mode, ...yearRange(year + by) };
  const days = daysIn(period) * by;
  return { mode, start_date: addDays(start_date, days), end_date: addDays(end_date, days) };
};

/** spec 2.40: YYYY-MM, YYYY-Qn, YYYY, or 'start to end'. */
export const periodLabel = ({ mode, start_date, end_date }: Period): string => {
  if (mode === 'month') return start_date.slice(0, 7);
  if (mode === 'quarter') return `${yearOf(start_date)}-Q${quarterOf(start_date) + 1}`;
  if (mode === 'year') return String(yearOf(start_date));
  return `${start_date} to ${end_date}`;
};

/** spec 5.04: month and year pickers stop 10 years before the current year. */
export const earliestYear = (today: Day): number => yearOf(today) - limits.pickerYearsBack;

/** spec 3.02: first day of the current month to today. */
export const defaultRange = (today: Day): DateRange => ({ start_date: firstOf(yearOf(today), monthOf(today)), end_date: today });
