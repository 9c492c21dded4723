import type { Day } from '../time/period.ts';
import { todayIn } from '../time/today.ts';

const TIME_PATTERN = /[T ](\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?([ap])m)?(?:Z)?$/i;

/** Converts a UTC time to its day in the zone; a text without a time keeps its day. */
export const dayOfUtc = (day: Day, text: string, zone: string): Day => {
  const [, hour, minute, meridiem] = TIME_PATTERN.exec(text.slice(0, 40)) ?? [];
  if (hour === undefined || minute === undefined) return day;
  const hours = meridiem === undefined ? Number(hour) : (Number(hour) % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0);
  return todayIn(zone, new Date(Date.parse(`${day}T00:00:00Z`) + (hours * 60 + Number(minute)) * 60_000));
};
