import { breakdowns, parseOwnerFilter } from '../../../contract/entities/analytics.ts';
import type { View } from '../../../contract/entities/view.ts';
import { type DateRange, type Day, type Period, periodAt, periodModes } from '../../../contract/rules/time/period.ts';
import type { AnalyticsQuestion } from '../../machines/analytics/analytics.machine.ts';
import { parsePeriod, toPeriodQuery } from '../../shared/period/periodInUrl.ts';

export const everybodyScope = 'all';
/** True for everyone in the page's scope, false for one person or territory. */
export const isScope = (scope: string): boolean => scope === everybodyScope || scope === 'team';

export const toPersonScope = (id: string): string => `person.${id}`;

/**
 * Parses the question from a URL, without its dates. Invalid parts fall back to defaults, except the people: the server must refuse
 * an invalid filter, because a default would show everybody's figures instead.
 */
export const parseQuestion = (search: string, defaultScope: string): AnalyticsQuestion => {
  const query = new URLSearchParams(search);
  const person = query.get('person');
  const scope = (person ? toPersonScope(person) : query.get('of')) || defaultScope;
  return {
    by: breakdowns.find((candidate) => candidate === query.get('by')) ?? 'month',
    of: isScope(scope) ? defaultScope : scope,
    view: query.get('view') || null,
  };
};

/** Names only a person or territory: the scope parameter already says `all` or `team`. */
export const toAnalyticsUrl = (period: Period, { by, of: scope, view }: AnalyticsQuestion): string => {
  const person = parseOwnerFilter(scope)?.person ?? '';
  return toPeriodQuery(period, { by, person, of: isScope(scope) || person !== '' ? '' : scope, view: view ?? '' });
};

/** The saved form of a view: a period that includes today is stored by its length only, so the view follows the calendar. */
export const toView = (period: Period, { by, of: scope }: AnalyticsQuestion, today: Day): Readonly<Record<string, string>> => {
  const isRelative = period.mode !== 'custom' && period.start_date <= today && today <= period.end_date;
  return { by, of: scope, ...(isRelative ? { period: period.mode } : Object.fromEntries(new URLSearchParams(toPeriodQuery(period, {})))) };
};

/** The question of a saved view; unknown parts get their defaults. */
export const toQuestion = ({ id, question }: View, defaultScope: string, today: Day): AnalyticsQuestion & { period: Period } => {
  const search = new URLSearchParams(question).toString();
  const mode = periodModes.find((candidate) => candidate === question.period) ?? 'month';
  return { ...parseQuestion(search, defaultScope), view: id, period: parsePeriod(search) ?? periodAt(mode, today) };
};

/** The range as a period of the selector: month, quarter or year if it matches one, else custom. */
const toPeriod = (range: DateRange): Period => {
  const modes = ['month', 'quarter', 'year'] as const;
  const mode = modes.find((candidate) => {
    const period = periodAt(candidate, range.start_date);
    return period.start_date === range.start_date && period.end_date === range.end_date;
  });
  return { mode: mode ?? 'custom', ...range };
};

/** Links to the rows behind a figure: commissions for the scope or a person; for a territory, this page grouped by its people. */
export const toRowsLink = (range: DateRange, scope: string): string => {
  const period = toPeriod({ start_date: range.start_date, end_date: range.end_date });
  const person = parseOwnerFilter(scope)?.person;
  if (person !== undefined) return `/commissions?${toPeriodQuery(period, { person })}`;
  return isScope(scope) ? `/commissions?${toPeriodQuery(period, {})}` : `/analytics?${toPeriodQuery(period, { by: 'person', of: scope })}`;
};

export const toEventsLink = (range: DateRange, activity_type = ''): string =>
  `/events?${toPeriodQuery(toPeriod({ start_date: range.start_date, end_date: range.end_date }), { activity_type })}`;
