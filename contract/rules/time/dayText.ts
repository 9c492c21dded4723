import { period } from '../../messages/lists.ts';
import { type Day, monthOf, yearOf } from './period.ts';
import { utcDay } from './utcDay.ts';

export const monthName = (day: Day): string => period.months[monthOf(day)] ?? '';

/** 2026-10-05 → October 2026 */
export const monthText = (day: Day): string => utcDay(day).format('MMMM YYYY');

/** spec 9.05: "Nov 3, 2026". By text, since a plain date has no time zone that could move it; the same in every locale. */
export const dayText = (day: Day): string => `${monthName(day)} ${Number(day.slice(8))}, ${yearOf(day)}`;
