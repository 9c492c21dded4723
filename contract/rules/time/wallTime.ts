import type { Day } from './period.ts';
import { formatIn } from './zones.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const clockIn = formatIn('en-CA', {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

export type WallTime = Readonly<{ day: Day; minutes: number }>;

/** Local day and time of an instant in a zone; null for an unknown zone. */
export const wallTimeIn = (zone: string, timestamp: number): WallTime | null => {
  const format = clockIn(zone);
  if (format === null) return null;
  const parts = Object.fromEntries(format.formatToParts(timestamp).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, minutes: Number(parts.hour) * 60 + Number(parts.minute) };
};

const toUtcMs = ({ day, minutes }: WallTime): number => Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;

/**
 * The instant of a local time in `zone`, in milliseconds; `minutes` may run past midnight. A time skipped by a clock change shifts by the
 * length of the jump (2:30 becomes 3:30); of a repeated time the first counts. Null for an unknown zone.
 */
export const instantAt = (zone: string, { day, minutes }: WallTime): number | null => {
  const localMs = toUtcMs({ day, minutes });
  const offsetAt = (timestamp: number): number | null => {
    const displayedTime = wallTimeIn(zone, timestamp);
    return displayedTime && toUtcMs(displayedTime) - timestamp;
  };
  // The zone's offsets a day before and a day after: the clock changes at most once in between.
  const [before, after] = [offsetAt(localMs - DAY_MINUTES * MINUTE_MS), offsetAt(localMs + DAY_MINUTES * MINUTE_MS)];
  if (before === null || after === null) return null;
  for (const offset of [before, after]) if (offsetAt(localMs - offset) === offset) return localMs - offset;
  return localMs - before;
};
