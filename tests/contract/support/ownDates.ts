/**
 * The date arithmetic that contract/rules/time used before dayjs, as an independent check for dates.property.test.ts: UTC days as integers,
 * and Intl for clocks in a zone.
 */
const DAY_MS = 86_400_000;
const stamp = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(stamp(text)) && dayOf(stamp(text)) === text;
export const addDays = (day: string, days: number): string => dayOf(stamp(day) + days * DAY_MS);
export const daysIn = (start: string, end: string): number => Math.round((stamp(end) - stamp(start)) / DAY_MS) + 1;
export const firstOf = (year: number, month: number): string => dayOf(Date.UTC(year, month, 1));
export const lastOf = (year: number, month: number): string => dayOf(Date.UTC(year, month + 1, 0));

const yearOf = (day: string): number => Number(day.slice(0, 4));
const monthOf = (day: string): number => Number(day.slice(5, 7)) - 1;
const spans = { month: 1, quarter: 3, year: 12 } as const;

/** First and last day of the month, quarter or year `by` periods after the one containing `day`. */
export const periodAt = (mode: keyof typeof spans, day: string, by = 0): readonly [string, string] => {
  const months = spans[mode];
  const first = Math.floor(monthOf(day) / months) * months + by * months;
  return [firstOf(yearOf(day), first), lastOf(yearOf(day), first + months - 1)];
};

export const weekOf = (day: string): string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(day, index - new Date(stamp(day)).getUTCDay()));

const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthText = (day: string): string => longMonth.format(stamp(day));

/** Formats an instant in a zone as "2026-11-03 14:05". */
export const clockIn = (zone: string): ((instant: number) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => format.format(instant);
};
