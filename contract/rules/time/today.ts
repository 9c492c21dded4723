import type { Day } from './period.ts';
import { formatIn } from './zones.ts';

/** Formats the plain date of an instant in a time zone; null for an unknown zone. */
export const dayIn = formatIn('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/**
 * The plain date of an instant in a time zone. "Today" is the company's, on the server and in the browser (decisions 2.01).
 * @throws RangeError if the zone is unknown
 */
export const todayIn = (timeZone: string, now: Date): Day => {
  const format = dayIn(timeZone);
  if (format === null) throw new RangeError(`Invalid time zone specified: ${timeZone}`);
  return format.format(now);
};
