import type { Day } from './utcDay.ts';

/**
 * The two that the engine calls for every record stay integers: dayjs takes about seven times as long for them (ADR 10).
 * tests/contract/time/dates.property.test.ts holds them.
 */
const DAY_MS = 86_400_000;
const stamp = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: Day, days: number): Day => new Date(stamp(day) + days * DAY_MS).toISOString().slice(0, 10);
/** Days of the range, both ends counted. */
export const daysIn = ({ start_date, end_date }: Readonly<{ start_date: Day; end_date: Day }>): number =>
  Math.round((stamp(end_date) - stamp(start_date)) / DAY_MS) + 1;
