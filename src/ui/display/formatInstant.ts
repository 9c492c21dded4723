import dayjs from 'dayjs';

/** Formats every instant, in the reader's time zone (spec 2.22, 9.05); an invalid one stays as it is. */
const formatAs =
  (pattern: string) =>
  (instant: string): string =>
    dayjs(instant).isValid() ? dayjs(instant).format(pattern) : instant;

/** "Nov 3, 2026, 14:05" */
export const formatInstant = formatAs('MMM D, YYYY, HH:mm');
/** "Nov 3, 2026" */
export const formatInstantDay = formatAs('MMM D, YYYY');
/** "Nov 3" */
export const formatInstantMonthDay = formatAs('MMM D');
