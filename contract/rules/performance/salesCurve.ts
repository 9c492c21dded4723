import { type Cents, roundHalfAway } from '../money.ts';
import {
  addDays,
  type DateRange,
  type Day,
  daysIn,
  lastDayOfMonth,
  monthIndexOf,
  type Period,
  wholeMonth,
  yearOf,
} from '../time/period.ts';

/** Longer ranges have one point per month instead of one per day. */
const MAX_DAYS = 100;
/** Five years; longer ranges have no curve. */
const MAX_MONTHS_IN_DAYS = 1_827;

export type CurveUnit = 'day' | 'month';
/** Null if the range is too long for a curve. */
export const curveUnit = (range: DateRange): CurveUnit | null => {
  const days = daysIn(range);
  if (days <= MAX_DAYS) return 'day';
  return days <= MAX_MONTHS_IN_DAYS ? 'month' : null;
};

const endOfStep = (day: Day, unit: CurveUnit, lastDay: Day): Day => {
  if (unit === 'day') return day;
  const monthEnd = lastDayOfMonth(yearOf(day), monthIndexOf(day));
  return monthEnd < lastDay ? monthEnd : lastDay;
};

/** The last day of each step of the range. */
export const curveDays = (range: DateRange): readonly Day[] => {
  const unit = curveUnit(range);
  if (unit === null) return [];
  const days: Day[] = [];
  for (let day = range.start_date; day <= range.end_date; day = addDays(days.at(-1) ?? day, 1))
    days.push(endOfStep(day, unit, range.end_date));
  return days;
};

/** The sales of several people against their quota; money in cents. */
export type SalesCurve = Readonly<{
  /** Sales so far that count toward the quota. */
  sales: Cents;
  /** Quota of the range, such as the month to date. */
  quota: Cents;
  attainment: number;
  /** Sales minus the part of the quota that falls on the days so far; null before the period begins and after it ends. */
  ahead: Cents | null;
  /** Cumulative amounts at the end of each day; `sales` is null on future days. */
  points: readonly Readonly<{ day: Day; sales: Cents | null; quota: Cents }>[];
}>;

type CurveInput = Readonly<{
  /** Per step of `days`. */
  steps: readonly Cents[];
  days: readonly Day[];
  /** Quota of the range, and of the whole month for a month to date. */
  quota: Cents;
  monthQuota: Cents | null;
}>;

/** Cumulative sales, and the quota as a line from zero to the whole period's quota; null without a quota. */
export const salesCurve = ({ steps, days, quota, monthQuota }: CurveInput, period: Period, today: Day): SalesCurve | null => {
  if (quota <= 0 || days.length === 0) return null;
  const whole = wholeMonth(period);
  const wholeQuota = (period.mode === 'month' ? monthQuota : null) ?? quota;
  const lastDay = days.at(-1) ?? whole.start_date;
  // The range's quota is a sum of rounded personal quotas, so its last day uses that sum instead of a fraction.
  const quotaUntil = (day: Day): Cents =>
    day === lastDay ? quota : roundHalfAway((wholeQuota * daysIn({ ...whole, end_date: day })) / daysIn(whole));
  const futureDays = lastDay < whole.end_date ? curveDays({ start_date: addDays(lastDay, 1), end_date: whole.end_date }) : [];
  let sales = 0;
  const points = [...days, ...futureDays].map((day, index) => {
    sales += steps[index] ?? 0;
    // The step that contains today shows the sales so far.
    const hasBegun = index === 0 ? whole.start_date <= today : addDays(days[index - 1] ?? lastDay, 1) <= today;
    return { day, sales: hasBegun && index < days.length ? sales : null, quota: quotaUntil(day) };
  });
  const isRunning = whole.start_date <= today && today < whole.end_date;
  return { sales, quota, attainment: sales / quota, ahead: isRunning ? sales - quotaUntil(today) : null, points };
};
