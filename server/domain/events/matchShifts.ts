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
const MAX_GAP_MS = 60 * MINUTE_MS;
/** Starts within this time count as the same start. */
const SAME_START_MS = 15 * MINUTE_MS;

/** Words too common in names to identify one. */
const COMMON_WORDS = new Set([
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
const distinctiveWordsOf = (text: string): string[] => wordsOf(text).filter((word) => !COMMON_WORDS.has(word));
const containsAll = (words: readonly string[], all: ReadonlySet<string>): boolean =>
  words.length > 0 && words.every((word) => all.has(word));

/** True if the shift names the customer, or the customer names the shift's location. */
const matchesText = (shift: ShiftToMatch, { customer }: EventToMatch): boolean =>
  containsAll(distinctiveWordsOf(customer), new Set(wordsOf(`${shift.location} ${shift.text}`))) ||
  containsAll(distinctiveWordsOf(shift.location), new Set(wordsOf(customer)));

const overlaps = (starts: number, ends: number, event: EventToMatch): boolean =>
  starts <= event.ends + MAX_GAP_MS && ends >= event.starts - MAX_GAP_MS;
const dayIn = (zone: string | null, instant: number): Day =>
  wallTimeIn(zone ?? 'UTC', instant)?.day ?? new Date(instant).toISOString().slice(0, 10);

/** Difference between the shift's clock and the event's time zone in ms; 0 if the event has no zone. */
const clockErrorOf = ({ starts, offset }: ShiftToMatch, { zone }: EventToMatch): number => {
  const wall = zone === null ? null : wallTimeIn(zone, starts);
  if (!wall) return 0;
  const aheadMs = Date.parse(`${wall.day}T00:00:00Z`) + wall.minutes * MINUTE_MS - Math.floor(starts / MINUTE_MS) * MINUTE_MS;
  return offset * MINUTE_MS - aheadMs;
};

type Candidate = Readonly<{ event: EventToMatch; isSure: boolean }>;

/** Matches a shift to an event; not sure if only one reading of the shift's clock fits, by instant or by wall time. */
const candidateOf = (shift: ShiftToMatch, event: EventToMatch): Candidate | null => {
  if (!matchesText(shift, event)) return null;
  const error = clockErrorOf(shift, event);
  const fits = (offsetMinutes: number): boolean =>
    dayIn(event.zone, shift.starts + offsetMinutes) === event.day &&
    overlaps(shift.starts + offsetMinutes, shift.ends + offsetMinutes, event);
  const [byInstant, byWall] = [fits(0), fits(error)];
  return byInstant || byWall ? { event, isSure: byInstant && byWall } : null;
};

/**
 * Decides among several events of a day that the text may mean: the shift names the program of this event only, or it starts with this
 * event and every other event has another shift. Otherwise another event's shift may have been moved here.
 */
const isIntendedEvent = (
  shift: ShiftToMatch,
  event: EventToMatch,
  similarEvents: readonly EventToMatch[],
  shifts: readonly ShiftToMatch[],
): boolean => {
  if (similarEvents.length < 2) return true;
  const shiftWords = new Set(wordsOf(shift.text));
  const named = similarEvents.filter(({ activity }) => containsAll(distinctiveWordsOf(activity), shiftWords));
  if (named.length === 1) return named[0] === event;
  const isNear = (other: ShiftToMatch, to: EventToMatch): boolean => Math.abs(other.starts - to.starts) <= SAME_START_MS;
  const hasOwn = (candidate: EventToMatch): boolean =>
    shifts.some((sibling) => sibling !== shift && isNear(sibling, candidate) && matchesText(sibling, candidate));
  return isNear(shift, event) && similarEvents.every((candidate) => candidate === event || hasOwn(candidate));
};

/**
 * Matches shifts to events (decisions 7.06) without guessing: ambiguous shifts, and those whose clocks disagree, are listed for review. A
 * shift that fits no event is neither matched nor listed.
 */
export const matchShifts = (shifts: readonly ShiftToMatch[], events: readonly EventToMatch[]): Matching => {
  const byDay = new Map<Day, EventToMatch[]>();
  for (const event of events) byDay.set(event.day, [...(byDay.get(event.day) ?? []), event]);
  const findSimilarEvents = (day: Day, shift: ShiftToMatch): EventToMatch[] =>
    (byDay.get(day) ?? []).filter((event) => matchesText(shift, event));
  const review: ToReview[] = [];
  const single: { shift: ShiftToMatch; event: EventToMatch }[] = [];
  for (const shift of shifts) {
    const utcDay = new Date(shift.starts).toISOString().slice(0, 10);
    const nearbyEvents = [-1, 0, 1].flatMap((days) => byDay.get(addDays(utcDay, days)) ?? []);
    const candidates = nearbyEvents.flatMap((event) => candidateOf(shift, event) ?? []);
    const eventIds = candidates.map(({ event }) => event.id);
    const listForReview = (reason: ReviewReason): unknown => review.push({ shiftId: shift.id, eventIds, reason });
    const [onlyCandidate] = candidates;
    if (onlyCandidate === undefined) continue;
    if (candidates.length > 1) listForReview('several_events');
    else if (!onlyCandidate.isSure) listForReview('zone');
    else if (!isIntendedEvent(shift, onlyCandidate.event, findSimilarEvents(onlyCandidate.event.day, shift), shifts))
      listForReview('twins');
    else single.push({ shift, event: onlyCandidate.event });
  }
  const shiftCounts = new Map<number, number>();
  for (const { event } of single) shiftCounts.set(event.id, (shiftCounts.get(event.id) ?? 0) + 1);
  const matches: Matched[] = [];
  for (const { shift, event } of single) {
    if (shiftCounts.get(event.id) === 1) matches.push({ shiftId: shift.id, eventId: event.id });
    else review.push({ shiftId: shift.id, eventIds: [event.id], reason: 'several_shifts' });
  }
  return { matches, review };
};
