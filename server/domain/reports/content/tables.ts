import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { addDays, type DateRange, periodAt } from '../../../../contract/rules/time/period.ts';
import type { ReportPerson } from '../../../db/repositories/reports/reportFigures.ts';
import type { Chart, ReportColumn, Row, ValueKind } from './types.ts';

const t = messages.reportFile;
const BATCH_ROWS = 500;
/** Maximum number of bars in a chart. */
const MAX_BARS = 10;

export const column = (key: keyof typeof t.columns, kind: ValueKind = 'text'): ReportColumn => ({ title: t.columns[key], kind });

/** Null if `whole` is 0. */
export const ratioOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Splits rows into batches, so that other requests get their turn. */
export function* batchesOf(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let index = 0; index < rows.length; index += BATCH_ROWS) yield rows.slice(index, index + BATCH_ROWS);
}

/** All periods of a length that the range overlaps, in full. */
export const periodsIn = (length: 'month' | 'quarter' | 'year', { start_date, end_date }: DateRange): DateRange[] => {
  const ranges: DateRange[] = [];
  for (let day = start_date; day <= end_date; ) {
    const period = periodAt(length, day);
    ranges.push({ start_date: period.start_date, end_date: period.end_date });
    day = addDays(period.end_date, 1);
  }
  return ranges;
};

/** The months of a range, clipped to it. */
export const monthsOfReport = (range: DateRange): DateRange[] =>
  periodsIn('month', range).map(({ start_date, end_date }) => ({
    start_date: start_date < range.start_date ? range.start_date : start_date,
    end_date: end_date > range.end_date ? range.end_date : end_date,
  }));

type Bar = Chart['bars'][number];
/** The largest bars; the others are combined into one if their values can be added. */
export const largestBars = (bars: readonly Bar[], addsUp: boolean): readonly Bar[] => {
  const sorted = bars.toSorted((a, b) => b.value - a.value);
  const others = sorted.slice(MAX_BARS);
  if (!addsUp || others.length === 0) return sorted.slice(0, MAX_BARS);
  const value = others.reduce((sum, bar) => sum + bar.value, 0);
  return [...sorted.slice(0, MAX_BARS), { label: fill(t.unnamed, { count: others.length }), value, isRest: true }];
};

export const personName = (person: ReportPerson): string => fullName(person);
