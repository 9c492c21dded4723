import { type Breakdown, parseOwnerFilter } from '../../../contract/entities/analytics.ts';
import { messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { previousRange } from '../../../contract/rules/performance/compared.ts';
import { type DateRange, type Day, firstDayOfMonth, lastDayOfMonth, monthIndexOf, yearOf } from '../../../contract/rules/time/period.ts';
import { yearBefore } from '../../../contract/rules/time/yearBefore.ts';
import { everyoneScope, type Ranges, type RowScope } from '../../db/repositories/analytics/grouping.ts';
import { badRequest } from '../shared/problem.ts';

export type AnalyticsQuery = Readonly<{ start_date?: string; end_date?: string; by?: Breakdown; of?: string }>;

/** The people whose figures are reported; undefined: everyone. @throws Problem 400 */
export const rowScopeOf = (actor: Actor, scope: string | undefined): RowScope => {
  if (scope === undefined) return everyoneScope;
  const filter = parseOwnerFilter(scope);
  if (filter === null) throw badRequest('of_unreadable', messages.analytics.unreadable, 'of');
  const { team, person, territory = null } = filter;
  if (team !== undefined) return { ...everyoneScope, managerId: Number(actor.id) };
  return person === undefined ? { ...everyoneScope, territory } : { ...everyoneScope, userId: Number(person) };
};

/** The range and its two comparison ranges, in the order of `spans`. */
export const comparedRanges = (range: DateRange, today: Day): readonly [DateRange, DateRange, DateRange] => {
  const toDate = range.end_date > today && range.start_date <= today ? { ...range, end_date: today } : range;
  return [range, previousRange(range, today), yearBefore(toDate)];
};

const monthsIn = ({ start_date, end_date }: DateRange): number =>
  (yearOf(end_date) - yearOf(start_date)) * 12 + monthIndexOf(end_date) - monthIndexOf(start_date) + 1;
const MIN_MONTHS = 3;
const WINDOW_MONTHS = 12;

/** The range of a trend: the given one, or the twelve months ending with it if it has too few months for a line. */
const windowOf = (range: DateRange): DateRange => {
  if (monthsIn(range) >= MIN_MONTHS) return range;
  const [year, month] = [yearOf(range.end_date), monthIndexOf(range.end_date)];
  return { start_date: firstDayOfMonth(year, month + 1 - WINDOW_MONTHS), end_date: lastDayOfMonth(year, month) };
};

/**
 * The ranges of a trend. Breakdowns by anything but month compare their lines with each other; a monthly trend is compared with the
 * previous range (if that is not the year before) and with the year before.
 */
export const trendRanges = ([range, previous]: readonly DateRange[], breakdown: Breakdown): Ranges => {
  const window = windowOf(range as DateRange);
  if (breakdown !== 'month') return [window, null, null];
  const before = yearBefore(window);
  const isSeparate = window === range && previous !== undefined && previous.start_date !== before.start_date;
  return [window, isSeparate ? previous : null, before];
};

/** The months of a range, clipped to it. */
export const monthsOfRange = ({ start_date, end_date }: DateRange): readonly (DateRange & { month: Day })[] =>
  Array.from({ length: monthsIn({ start_date, end_date }) }, (_, index) => {
    const [year, month] = [yearOf(start_date), monthIndexOf(start_date) + index];
    const [first, last] = [firstDayOfMonth(year, month), lastDayOfMonth(year, month)];
    return { month: first, start_date: first > start_date ? first : start_date, end_date: last < end_date ? last : end_date };
  });
