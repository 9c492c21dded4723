import { fill } from '../../messages/fill.ts';
import { payDay as t } from '../../messages/payouts.ts';
import { daysBetween } from './days.ts';
import { dayText } from './dayText.ts';
import type { Day } from './period.ts';

/** Days ahead that people count, rather than look up in a calendar. */
const COUNTED_DAYS = 14;

/** The day of a payment within a sentence: "today, Nov 30, 2026", "on Dec 3, 2026, in 3 days", "on Jan 31, 2027". */
export const payDayText = (day: Day, today: Day): string => {
  const days = daysBetween(today, day);
  const words = { day: dayText(day), days };
  if (days === 0) return fill(t.today, words);
  if (days === 1) return fill(t.tomorrow, words);
  return fill(days > 1 && days <= COUNTED_DAYS ? t.soon : t.on, words);
};
