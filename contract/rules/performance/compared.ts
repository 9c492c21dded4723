import {
  addDays,
  type DateRange,
  type Day,
  daysIn,
  firstDayOfMonth,
  lastDayOfMonth,
  monthIndexOf,
  periodAt,
  periodLabel,
  yearOf,
} from '../time/period.ts';

const isFirstOfMonth = (day: Day): boolean => day.endsWith('-01');
const isLastOfMonth = (day: Day): boolean => isFirstOfMonth(addDays(day, 1));
const monthsIn = ({ start_date, end_date }: DateRange): number =>
  (yearOf(end_date) - yearOf(start_date)) * 12 + monthIndexOf(end_date) - monthIndexOf(start_date) + 1;
const shiftMonths = (day: Day, months: number): Day => {
  const [year, month] = [yearOf(day), monthIndexOf(day) - months];
  const shiftedEnd = addDays(firstDayOfMonth(year, month), Number(day.slice(8)) - 1);
  const last = lastDayOfMonth(year, month);
  return shiftedEnd > last ? last : shiftedEnd;
};

/**
 * The range to compare with: for a range that starts with a month, as many whole months before it, or the same days if it is not over
 * (November 1 to 22 with October 1 to 22); otherwise as many days right before it.
 */
export const previousRange = (range: DateRange, today: Day): DateRange => {
  const { start_date } = range;
  const end_date = range.end_date > today && start_date <= today ? today : range.end_date;
  if (!isFirstOfMonth(start_date))
    return { start_date: addDays(start_date, -daysIn({ start_date, end_date })), end_date: addDays(start_date, -1) };
  const months = monthsIn(range);
  const isWholeMonths = isLastOfMonth(end_date);
  const before = shiftMonths(end_date, months);
  return {
    start_date: shiftMonths(start_date, months),
    end_date: isWholeMonths ? lastDayOfMonth(yearOf(before), monthIndexOf(before)) : before,
  };
};

/** First days of the twelve months up to and including that of `day`. */
export const monthsUpTo = (day: Day): readonly Day[] =>
  Array.from({ length: 12 }, (_, index) => firstDayOfMonth(yearOf(day), monthIndexOf(day) - 11 + index));

/** In the format of a period selector (spec 2.40): 2026-11, 2026-Q4, 2026, or its days. */
export const rangeLabel = ({ start_date, end_date }: DateRange): string => {
  const mode = (['month', 'quarter', 'year'] as const).find((candidate) => {
    const period = periodAt(candidate, start_date);
    return period.start_date === start_date && period.end_date === end_date;
  });
  return periodLabel({ mode: mode ?? 'custom', start_date, end_date });
};

/** The whole month, if the range covers only its first days, such as a month to date; null otherwise. */
export const wholeMonthOf = ({ start_date, end_date }: DateRange): DateRange | null => {
  const month = periodAt('month', start_date);
  return start_date === month.start_date && end_date < month.end_date ? { start_date, end_date: month.end_date } : null;
};
