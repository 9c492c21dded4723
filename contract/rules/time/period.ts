import { limits } from '../../limits.ts';
import { addDays, daysBetween, daysIn } from './days.ts';
import { type Day, dayOf, utcDay } from './utcDay.ts';

export { addDays, type Day, daysBetween, daysIn };
export type PeriodMode = 'month' | 'quarter' | 'year' | 'custom';
export const periodModes: readonly PeriodMode[] = ['month', 'quarter', 'year', 'custom'];
export type DateRange = Readonly<{ start_date: Day; end_date: Day }>;
export type Period = Readonly<{ mode: PeriodMode }> & DateRange;

export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(utcDay(text)) === text;

/** True for a day within the years that all date arithmetic and the database support. */
export const isUsableDay = (text: unknown): text is Day => isDay(text) && text >= '1900-01-01' && text <= '2999-12-31';

/** The later of two days. */
export const laterDay = (a: Day, b: Day): Day => (a > b ? a : b);
export const earlierDay = (a: Day, b: Day): Day => (a < b ? a : b);
export const yearOf = (day: Day): number => Number(day.slice(0, 4));
/** 0 for January. */
export const monthIndexOf = (day: Day): number => Number(day.slice(5, 7)) - 1;
const january = (year: number) => utcDay(`${year}-01-01`);
/** `month` may overflow: 12 is January of the next year. */
export const firstDayOfMonth = (year: number, month: number): Day => dayOf(january(year).add(month, 'month'));
export const lastDayOfMonth = (year: number, month: number): Day => dayOf(january(year).add(month, 'month').endOf('month'));

/** spec 4.02: first to last day of the month. */
export const monthRange = (year: number, month: number): DateRange => ({
  start_date: firstDayOfMonth(year, month),
  end_date: lastDayOfMonth(year, month),
});

/** spec 4.02, 9.02: a quarter is three calendar months; `quarter` is 0 to 3 and may overflow. */
export const quarterRange = (year: number, quarter: number): DateRange => {
  const firstMonth = january(year).add(quarter, 'quarter');
  return { start_date: dayOf(firstMonth), end_date: dayOf(firstMonth.endOf('quarter')) };
};

export const yearRange = (year: number): DateRange => ({ start_date: `${year}-01-01`, end_date: `${year}-12-31` });
/** 0 for January to March. */
export const quarterOf = (day: Day): number => Math.floor(monthIndexOf(day) / limits.quarterMonths);

/** Cached by month, because quotas request the same few periods for every person. */
const MAX_CACHED_PERIODS = 1000;
const periodCache = new Map<string, Period>();

/** The days that two ranges have in common; null if they do not overlap. */
export const overlap = (a: DateRange, b: DateRange): DateRange | null => {
  const start_date = a.start_date > b.start_date ? a.start_date : b.start_date;
  const end_date = a.end_date < b.end_date ? a.end_date : b.end_date;
  return start_date <= end_date ? { start_date, end_date } : null;
};

/** The period of `mode` that contains `day`; custom starts as the month. */
export const periodAt = (mode: PeriodMode, day: Day): Period => {
  const key = `${mode} ${day.slice(0, 7)}`;
  const cached = periodCache.get(key);
  if (cached) return cached;
  const unit = mode === 'custom' ? 'month' : mode;
  const date = utcDay(day);
  const period = { mode, start_date: dayOf(date.startOf(unit)), end_date: dayOf(date.endOf(unit)) };
  if (periodCache.size >= MAX_CACHED_PERIODS) periodCache.clear();
  periodCache.set(key, period);
  return period;
};

/** The previous (−1) or next (+1) period; a custom range shifts by its own length. */
export const shiftPeriod = (period: Period, direction: -1 | 1): Period => {
  const { mode, start_date, end_date } = period;
  if (mode !== 'custom') {
    // The range of a first load ends today (spec 3.02), so start from its whole month.
    const calendar = periodAt(mode, start_date);
    return periodAt(mode, direction < 0 ? addDays(calendar.start_date, -1) : addDays(calendar.end_date, 1));
  }
  const days = daysIn(period) * direction;
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
export const defaultRange = (today: Day): DateRange => ({ start_date: periodAt('month', today).start_date, end_date: today });

/** decisions 6.06: the whole month where upcoming days count; other periods stay unchanged. */
export const wholeMonth = (period: Period): Period => (period.mode === 'month' ? periodAt('month', period.start_date) : period);

/** A period selector's initial value: the month to date, or the whole month where upcoming days count (spec 3.02, decisions 6.06). */
export const firstPeriod = ({ today, includesFutureDays = false }: Readonly<{ today: Day; includesFutureDays?: boolean }>): Period =>
  includesFutureDays ? periodAt('month', today) : { mode: 'month', ...defaultRange(today) };

/** The months of a range; the first and last are cut at the ends of the range. */
export const monthsIn = ({ start_date, end_date }: DateRange): DateRange[] => {
  const months: DateRange[] = [];
  for (let day = start_date; day <= end_date; ) {
    const lastDay = periodAt('month', day).end_date;
    months.push({ start_date: day, end_date: lastDay < end_date ? lastDay : end_date });
    day = addDays(lastDay, 1);
  }
  return months;
};

/** Whole months from a day to a later one: 0 until the same day of the next month. */
export const wholeMonthsBetween = (from: Day, to: Day): number => {
  const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthOf(to) - monthOf(from) - (to.slice(8) < from.slice(8) ? 1 : 0);
};
