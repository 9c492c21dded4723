import { addDays, type Day } from '../../contract/rules/time/period.ts';

/** Days that are read or matched at once, both ends. */
export type Window = Readonly<{ from: Day; until: Day }>;
/** Sling answers eight weeks at most, and each window is asked for a day wider at both ends. */
const WINDOW_DAYS = 54;

/** The days of a connection in windows, from `next` on. */
export const windowsOf = (start: Day, end: Day, next: Day = start): Window[] => {
  const windows: Window[] = [];
  for (let from = start; from <= end; from = addDays(from, WINDOW_DAYS)) {
    const last = addDays(from, WINDOW_DAYS - 1);
    if (last >= next) windows.push({ from, until: last < end ? last : end });
  }
  return windows;
};
