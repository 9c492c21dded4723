import type { ReportType, ScheduleRhythm } from '../entities/report.ts';
import { messages } from '../messages.ts';
import { periodText } from './time/dayText.ts';
import { addDays, type DateRange, type Day, type PeriodMode, periodAt } from './time/period.ts';

const modes = ['month', 'quarter', 'year'] as const;

/** "Commission Summary, November 2026": whole periods by name, other ranges by their days. */
export const reportName = (type: ReportType, range: DateRange): string => {
  const isWhole = (mode: PeriodMode): boolean => {
    const { start_date, end_date } = periodAt(mode, range.start_date);
    return start_date === range.start_date && end_date === range.end_date;
  };
  return `${messages.reportTypeNames[type]}, ${periodText({ mode: modes.find(isWhole) ?? 'custom', ...range })}`;
};

const DAYS_OF_WEEK = 7;

/** The range of a scheduled report on the day it is written: the day, the seven days or the month before. */
export const scheduledRange = (every: ScheduleRhythm, today: Day): DateRange => {
  const yesterday = addDays(today, -1);
  if (every === 'day') return { start_date: yesterday, end_date: yesterday };
  if (every === 'week') return { start_date: addDays(today, -DAYS_OF_WEEK), end_date: yesterday };
  const { start_date, end_date } = periodAt('month', addDays(periodAt('month', today).start_date, -1));
  return { start_date, end_date };
};
