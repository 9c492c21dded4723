import type { Day } from './period.ts';

/** The plain date on which an instant falls in a time zone. "Today" is the company's, on the server and in the browser (decisions 2.01). */
export const todayIn = (timeZone: string, now: Date): Day =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
