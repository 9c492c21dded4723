/** Time enters the server here only, so that tests turn it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Today as a plain date in the company's time zone. */
export const todayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
