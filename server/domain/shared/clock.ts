/** The server's only source of time, so that tests can control it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const plusMs = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export { todayIn } from '../../../contract/rules/time/today.ts';

/** The instant at which a day starts in a time zone. */
export const startOfDay = (day: string, timeZone: string): Date => {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const wallClock = (instantMs: number): number => {
    const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(instantMs));
    return Date.parse(`${parts.replace(' ', 'T')}Z`);
  };
  // Computed twice, because the first guess may use the offset from the other side of a clock change.
  const guess = utc - (wallClock(utc) - utc);
  const corrected = utc - (wallClock(guess) - guess);
  return new Date(Math.abs(corrected - guess) <= 2 * HOUR ? corrected : guess);
};
