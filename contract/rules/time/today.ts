import type { Day } from './period.ts';
import { formatIn } from './zones.ts';

/** Writes the plain date of an instant in a time zone; null for a text that names none. */
export const dayIn = formatIn('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/**
 * The plain date on which an instant falls in a time zone. "Today" is the company's, on the server and in the browser (decisions 2.01).
 * @throws RangeError where the text names no zone
 */
export const todayIn = (timeZone: string, now: Date): Day => {
  const format = dayIn(timeZone);
  if (format === null) throw new RangeError(`Invalid time zone specified: ${timeZone}`);
  return format.format(now);
};
