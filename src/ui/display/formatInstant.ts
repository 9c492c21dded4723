import dayjs from 'dayjs';

/** Formats an instant in the reader's time zone (spec 2.22, 9.05); returns an invalid one unchanged. */
const formatAs =
  (pattern: string) =>
  (isoTime: string): string =>
    dayjs(isoTime).isValid() ? dayjs(isoTime).format(pattern) : isoTime;

/** "Nov 3, 2026, 2:05 PM" */
export const formatInstant = formatAs('MMM D, YYYY, h:mm A');
/** "Nov 3, 2:05 PM" */
export const formatInstantTime = formatAs('MMM D, h:mm A');
/** "Nov 3, 2026" */
export const formatInstantDay = formatAs('MMM D, YYYY');
/** "Nov 3" */
export const formatInstantMonthDay = formatAs('MMM D');
