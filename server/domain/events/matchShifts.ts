import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import { wallTimeIn } from '../../../contract/rules/time/wallTime.ts';

/** Times in epoch ms. `offset`: the shift's own UTC offset in minutes; `text`: its location and description. */
export type ShiftToMatch = Readonly<{ id: number; starts: number; ends: number; offset: number; location: string; text: string }>;
/** `zone`: null if missing or not a valid time zone. */
export type EventToMatch = Readonly<{
  id: number;
  day: Day;
  starts: number;
  ends: number;
  zone: string | null;
  customer: string;
  activity: string;
}>;
export type ReviewReason = 'several_events' | 'several_shifts' | 'zone' | 'twins';
export type Matched = Readonly<{ shiftId: number; eventId: number }>;
export type ToReview = Readonly<{ shiftId: number; eventIds: readonly number[]; reason: ReviewReason }>;
export type Matching = Readonly<{ matches: readonly Matched[]; review: readonly ToReview[] }>;

const MINUTE_MS = 60_000;
/** decisions 7.06: the maximum distance between the times of a shift and its event. */
const WITHIN_MS = 60 * MINUTE_MS;
/** Starts within this time count as the same start. */
const NEAR_MS = 15 * MINUTE_MS;

/** Words too common in names to identify one. */
const common = new Set([
  'the',
  'of',
  'and',
  'at',
  'in',
  'for',
  'a',
  'an',
  'public',
  'library',
  'libraries',
  'branch',
  'school',
  'schools',
  'district',
  'elementary',
  'middle',
  'high',
  'academy',
  'center',
  'centre',
  'county',
  'city',
  'online',
  'virtual',
  'remote',
  'zoom',
  'main',
]);
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
const tellingWords = (text: string): string[] => wordsOf(text).filter((word) => !common.has(word));
const areIn = (words: readonly string[], all: ReadonlySet<string>): boolean => words.length > 0 && words.every((word) => all.has(word));

/** True if the shift names the customer, or the customer names the shift's location. */
const textAgrees = (shift: ShiftToMatch, { customer }: EventToMatch): boolean =>
  areIn(tellingWords(customer), new Set(wordsOf(`${shift.location} ${shift.text}`))) ||
  areIn(tellingWords(shift.location), new Set(wordsOf(customer)));

const overlaps = (starts: number, ends: number, event: EventToMatch): boolean =>
  starts <= event.ends + WITHIN_MS && ends >= event.starts - WITHIN_MS;
const dayIn = (zone: string | null, instant: number): Day =>
  wallTimeIn(zone ?? 'UTC', instant)?.day ?? new Date(instant).toISOString().slice(0, 10);

/** Difference between the shift's clock and the event's time zone in ms; 0 if the event has no zone. */
const clockError = ({ starts, offset }: ShiftToMatch, { zone }: EventToMatch): number => {
  const wall = zone === null ? null : wallTimeIn(zone, starts);
  if (!wall) return 0;
  const ahead = Date.parse(`${wall.day}T00:00:00Z`) + wall.minutes * MINUTE_MS - Math.floor(starts / MINUTE_MS) * MINUTE_MS;
  return offset * MINUTE_MS - ahead;
};

type Candidate = Readonly<{ event: EventToMatch; isSure: boolean }>;

/** Matches a shift to an event; not sure if only one reading of the shift's clock fits, by instant or by wall time. */
const candidateOf = (shift: ShiftToMatch, event: EventToMatch): Candidate | null => {
  if (!textAgrees(shift, event)) return null;
  const error = clockError(shift, event);
  const fits = (offsetMinutes: number): boolean =>
    dayIn(event.zone, shift.starts + offsetMinutes) === event.day &&
    overlaps(shift.starts + offsetMinutes, shift.ends + offsetMinutes, event);
  const [byInstant, byWall] = [fits(0), fits(error)];
  return byInstant || byWall ? { event, isSure: byInstant && byWall } : null;
};

/**
 * Decides among several events of a day that the text may mean: the shift names the program of this event only, or it starts with this
 * event and each other event has a shift of its own. Otherwise another event's shift may have been moved here.
 */
const isMeant = (shift: ShiftToMatch, event: EventToMatch, alike: readonly EventToMatch[], shifts: readonly ShiftToMatch[]): boolean => {
  if (alike.length < 2) return true;
  const shiftWords = new Set(wordsOf(shift.text));
  const named = alike.filter(({ activity }) => areIn(tellingWords(activity), shiftWords));
  if (named.length === 1) return named[0] === event;
  const isNear = (other: ShiftToMatch, to: EventToMatch): boolean => Math.abs(other.starts - to.starts) <= NEAR_MS;
  const hasOwn = (candidate: EventToMatch): boolean =>
    shifts.some((sibling) => sibling !== shift && isNear(sibling, candidate) && textAgrees(sibling, candidate));
  return isNear(shift, event) && alike.every((candidate) => candidate === event || hasOwn(candidate));
};

/**
 * Matches shifts to events (decisions 7.06) without guessing: ambiguous shifts, and those whose clocks disagree, are listed for review. A
 * shift that fits no event is neither matched nor listed.
 */
export const matchShifts = (shifts: readonly ShiftToMatch[], events: readonly EventToMatch[]): Matching => {
  const byDay = new Map<Day, EventToMatch[]>();
  for (const event of events) byDay.set(event.day, [...(byDay.get(event.day) ?? []), event]);
  const alikeOn = (day: Day, shift: ShiftToMatch): EventToMatch[] => (byDay.get(day) ?? []).filter((event) => textAgrees(shift, event));
  const review: ToReview[] = [];
  const single: { shift: ShiftToMatch; event: EventToMatch }[] = [];
  for (const shift of shifts) {
    const utcDay = new Date(shift.starts).toISOString().slice(0, 10);
    const near = [-1, 0, 1].flatMap((days) => byDay.get(addDays(utcDay, days)) ?? []);
    const candidates = near.flatMap((event) => candidateOf(shift, event) ?? []);
    const eventIds = candidates.map(({ event }) => event.id);
    const listed = (reason: ReviewReason): unknown => review.push({ shiftId: shift.id, eventIds, reason });
    const [only] = candidates;
    if (only === undefined) continue;
    if (candidates.length > 1) listed('several_events');
    else if (!only.isSure) listed('zone');
    else if (!isMeant(shift, only.event, alikeOn(only.event.day, shift), shifts)) listed('twins');
    else single.push({ shift, event: only.event });
  }
  const rivals = new Map<number, number>();
  for (const { event } of single) rivals.set(event.id, (rivals.get(event.id) ?? 0) + 1);
  const matches: Matched[] = [];
  for (const { shift, event } of single) {
    if (rivals.get(event.id) === 1) matches.push({ shiftId: shift.id, eventId: event.id });
    else review.push({ shiftId: shift.id, eventIds: [event.id], reason: 'several_shifts' });
  }
  return { matches, review };
};
