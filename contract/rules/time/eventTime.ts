import type { Event } from '../../entities/event.ts';
import { events as words } from '../../messages/events.ts';
import { dayText, monthName } from './dayText.ts';
import { type Day, yearOf } from './period.ts';
import { formatIn } from './zones.ts';

/** A local time: minutes since local midnight, display text ("2:05 PM"), and the zone's short name at that moment. */
type Clock = Readonly<{ day: Day; minutes: number; text: string; zone: string }>;

/**
 * Time of an event in its own zone. `known`: how precisely it is planned, to the minute, the day, the month, or not at all.
 * `tbd`: the missing part is still to be decided, rather than left out on purpose.
 */
export type EventWhen = Readonly<{
  known: 'time' | 'day' | 'month' | 'nothing';
  tbd: boolean;
  /** The local day; the first known day of a month; null for `nothing`. */
  day: Day | null;
  start: Clock | null;
  end: Clock | null;
  /** The zone as received if it is invalid; the times are then UTC. */
  badZone: string | null;
}>;

const ARIZONA = /^(us\/arizona|america\/phoenix)$/i;
const clockIn = formatIn('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

const MINUTES_PER_HOUR = 60;
const NOON_HOUR = 12;
const clockText = (minutes: number): string => {
  const hour = Math.floor(minutes / MINUTES_PER_HOUR);
  return `${hour % NOON_HOUR || NOON_HOUR}:${String(minutes % MINUTES_PER_HOUR).padStart(2, '0')} ${hour < NOON_HOUR ? 'AM' : 'PM'}`;
};

/** spec 2.46: the placeholder for an invalid zone, AZ-MST for Arizona, otherwise the zone's short name at that moment. */
const clockOf = (isoTime: string | null, zone: string | null): Clock | null => {
  const instantMs = isoTime === null ? Number.NaN : Date.parse(isoTime);
  if (Number.isNaN(instantMs)) return null;
  const zoneName = zone?.trim() ?? '';
  const isArizona = ARIZONA.test(zoneName);
  const localNow = zoneName === '' ? null : clockIn(isArizona ? 'America/Phoenix' : zoneName);
  const format = localNow ?? clockIn('UTC');
  if (!format) return null;
  const parts = Object.fromEntries(format.formatToParts(instantMs).map(({ type, value }) => [type, value]));
  const minutes = Number(parts.hour) * MINUTES_PER_HOUR + Number(parts.minute);
  const name = localNow === null ? words.badZone : isArizona ? words.arizona : (parts.timeZoneName ?? '');
  return { day: `${parts.year}-${parts.month}-${parts.day}`, minutes, text: clockText(minutes), zone: name };
};

const unknownTime: EventWhen = { known: 'nothing', tbd: true, day: null, start: null, end: null, badZone: null };

/** spec 2.46, 3.13: null if the event has no program, or its program has no start and thus no time of any kind. */
export const whenOf = ({ program }: Pick<Event, 'program'>): EventWhen | null => {
  if (program === null) return null;
  const { tbd, start: from, end: to } = program.time;
  if (from.time === null && !tbd) return null;
  const start = clockOf(from.time, from.timezone);
  if (start === null) return unknownTime;
  const badZone = start.zone === words.badZone ? (from.timezone ?? '') : null;
  if (!from.has_day) return { known: 'month', tbd: true, day: start.day, start: null, end: null, badZone };
  if (tbd || !from.has_time) return { known: 'day', tbd, day: start.day, start: null, end: null, badZone };
  const end = to.has_time ? clockOf(to.time, to.timezone ?? from.timezone) : null;
  return { known: 'time', tbd: false, day: start.day, start, end, badZone };
};

/** The day and the known part of the time: "Nov 3, 2026, 2:05 PM AZ-MST", "Nov 3, 2026", "Nov 3, 2026, TBD", "Nov 2026, TBD", "TBD". */
export const whenText = ({ known, tbd, day, start }: EventWhen): string => {
  if (day === null) return words.tbd;
  if (known === 'month') return `${monthName(day)} ${yearOf(day)}, ${words.tbd}`;
  if (start === null) return tbd ? `${dayText(day)}, ${words.tbd}` : dayText(day);
  return `${dayText(day)}, ${start.text} ${start.zone}`;
};

/** As received, but with UTC for an invalid zone: the placeholder of spec 2.46 is for the screen on which the zone can be corrected. */
export const withPlainZone = (eventWhen: EventWhen): EventWhen => {
  const { start, badZone } = eventWhen;
  return badZone === null || start === null ? eventWhen : { ...eventWhen, start: { ...start, zone: words.utc } };
};

/** Start to end in words: "Nov 3, 2026, 2:00 PM AZ-MST to 3:30 PM AZ-MST"; the end day is included if it differs. */
export const spanText = (eventWhen: EventWhen): string => {
  const { day, end } = eventWhen;
  if (end === null) return whenText(eventWhen);
  const endText = `${end.text} ${end.zone}`;
  return `${whenText(eventWhen)} to ${end.day === day ? endText : `${dayText(end.day)}, ${endText}`}`;
};

/** The time alone, next to a day that is already shown: "2:05 PM AZ-MST", "TBD", or empty if the event has no time. */
export const clockOnDay = ({ tbd, start }: EventWhen): string => (start ? `${start.text} ${start.zone}` : tbd ? words.tbd : '');
