import dayjs from 'dayjs';

/** An instant in the reader's own zone: "Nov 3, 2026, 14:05"; what is no instant stays as it is. */
export const formatInstant = (instant: string): string =>
  dayjs(instant).isValid() ? dayjs(instant).format('MMM D, YYYY, HH:mm') : instant;
