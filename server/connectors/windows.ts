import { addDays, type Day } from '../../contract/rules/time/period.ts';

/** Days read or matched together, inclusive. */
export type SyncWindow = Readonly<{ from: Day; until: Day }>;
/** Sling returns at most eight weeks, and each window is read with one extra day at both ends. */
const WINDOW_DAYS = 54;

/** A connection's days in windows, starting at `next`. */
export const windowsOf = (start: Day, end: Day, next: Day = start): SyncWindow[] => {
  const windows: SyncWindow[] = [];
  for (let from = start; from <= end; from = addDays(from, WINDOW_DAYS)) {
    const lastDay = addDays(from, WINDOW_DAYS - 1);
    if (lastDay >= next) windows.push({ from, until: lastDay < end ? lastDay : end });
  }
  return windows;
};
