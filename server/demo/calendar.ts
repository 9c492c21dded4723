import type { Day } from '../../contract/rules/time/period.ts';

/** Days since 1970-01-01: with a million invoices, numbers compare and add faster than text. */
export type DayNumber = number;

const DAY_MS = 86_400_000;
const texts = new Map<DayNumber, Day>();

export const toDayNumber = (day: Day): DayNumber => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

export const demoDayText = (day: DayNumber): Day => {
  let text = texts.get(day);
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, 10);
    texts.set(day, text);
  }
  return text;
};

/** The same day, or the Monday after a weekend. 1970-01-01 was a Thursday. */
export const toWorkday = (day: DayNumber): DayNumber => {
  const weekday = (day + 4) % 7;
  return weekday === 6 ? day + 2 : weekday === 0 ? day + 1 : day;
};

/** An instant on that day in US business hours; `salt` spreads them. */
export const instantOn = (day: DayNumber, salt: number): string => {
  const secondOfDay = (salt * 2_654_435_761) % 28_800;
  return new Date(day * DAY_MS + 14 * 3_600_000 + secondOfDay * 1000).toISOString();
};

/** Caps an instant at `now`: business hours of the last day may still be ahead, but nothing is written in the future. */
export const capAt = (now: Date, isoTime: string): string => (Date.parse(isoTime) > now.getTime() ? now.toISOString() : isoTime);

export const hoursAfter = (isoTime: string, hours: number): string => new Date(Date.parse(isoTime) + hours * 3_600_000).toISOString();
