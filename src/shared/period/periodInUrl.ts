import { type Day, isUsableDay, type Period, periodModes, yearOf } from '../../../contract/rules/time/period.ts';

/** The period of a deep link; undefined if missing or invalid. */
export const parsePeriod = (search: string): Period | undefined => {
  const query = new URLSearchParams(search);
  const mode = periodModes.find((candidate) => candidate === query.get('period'));
  const start_date = query.get('start');
  const end_date = query.get('end');
  return mode && isUsableDay(start_date) && isUsableDay(end_date) && end_date >= start_date ? { mode, start_date, end_date } : undefined;
};

/** The query string of a deep link, without the question mark; omits empty values. */
export const toPeriodQuery = ({ mode, start_date, end_date }: Period, otherParams: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams({ period: mode, start: start_date, end: end_date });
  for (const [key, value] of Object.entries(otherParams)) if (value !== '') query.set(key, value);
  return query.toString();
};

/** Long enough to include every open record. */
const RECENT_YEARS = 10;
/** The query string of the recent years, through the end of the current one. */
export const toRecentYearsQuery = (today: Day, otherParams: Readonly<Record<string, string>>): string =>
  toPeriodQuery({ mode: 'custom', start_date: `${yearOf(today) - RECENT_YEARS}-01-01`, end_date: `${yearOf(today)}-12-31` }, otherParams);
