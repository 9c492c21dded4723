import { breakdowns, ofPattern } from '../../../contract/entities/analytics.ts';
import type { View } from '../../../contract/entities/view.ts';
import { type DateRange, type Day, type Period, periodAt, periodModes } from '../../../contract/rules/time/period.ts';
import type { AnalyticsQuestion } from '../../machines/analytics/analytics.machine.ts';
import { periodFrom, searchOf } from '../../shared/period/periodInUrl.ts';

export const everybody = 'all';
/** Everybody whom the page's scope shows, not one person or territory. */
export const isScope = (of: string): boolean => of === everybody || of === 'team';
const known = new RegExp(ofPattern);

/** The question in an address, apart from its dates; an invalid part falls back to its default. */
export const questionFrom = (search: string, first: string): AnalyticsQuestion => {
  const query = new URLSearchParams(search);
  const of = query.get('of') ?? first;
  return {
    by: breakdowns.find((by) => by === query.get('by')) ?? 'month',
    of: !isScope(of) && known.test(of) ? of : first,
    view: query.get('view') || null,
  };
};

/** The scope says `all` or `team`. */
export const addressOf = (period: Period, { by, of, view }: AnalyticsQuestion): string =>
  searchOf(period, { by, of: isScope(of) ? '' : of, view: view ?? '' });

/** What a view keeps: a period that holds today by its length only, so that the view moves on with the calendar. */
export const viewOf = (period: Period, { by, of }: AnalyticsQuestion, today: Day): Readonly<Record<string, string>> => {
  const moves = period.mode !== 'custom' && period.start_date <= today && today <= period.end_date;
  return { by, of, ...(moves ? { period: period.mode } : Object.fromEntries(new URLSearchParams(searchOf(period, {})))) };
};

/** The question of a view; what this page does not know of it is as it is at first. */
export const questionOfView = ({ id, question }: View, first: string, today: Day): AnalyticsQuestion & { period: Period } => {
  const search = new URLSearchParams(question).toString();
  const mode = periodModes.find((each) => each === question.period) ?? 'month';
  return { ...questionFrom(search, first), view: id, period: periodFrom(search) ?? periodAt(mode, today) };
};

/** The range as a period selector names it. */
const periodOf = (range: DateRange): Period => {
  const modes = ['month', 'quarter', 'year'] as const;
  const mode = modes.find((each) => {
    const period = periodAt(each, range.start_date);
    return period.start_date === range.start_date && period.end_date === range.end_date;
  });
  return { mode: mode ?? 'custom', ...range };
};

/** The rows that a figure is made of: commissions of the scope or of a person; of a territory its people, by this page. */
export const rowsLink = (range: DateRange, of: string): string => {
  const period = periodOf({ start_date: range.start_date, end_date: range.end_date });
  const [kind, id = ''] = of.split('.');
  if (kind === 'person') return `/commissions?${searchOf(period, { person: id })}`;
  return isScope(of) ? `/commissions?${searchOf(period, {})}` : `/analytics?${searchOf(period, { by: 'person', of })}`;
};

export const eventsLink = (range: DateRange, activity_type = ''): string =>
  `/events?${searchOf(periodOf({ start_date: range.start_date, end_date: range.end_date }), { activity_type })}`;
