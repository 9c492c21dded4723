import { type Day, isDay } from '../../../contract/rules/time/period.ts';
import { instantAt } from '../../../contract/rules/time/wallTime.ts';
import type { SlingFact } from '../../domain/connections/facts.ts';

/** Names of people and groups by id. */
export type SlingNames = Readonly<{
  users: ReadonlyMap<string, Readonly<{ first: string | null; last: string | null }>>;
  groups: ReadonlyMap<string, string>;
}>;

type Body = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null);
const idOf = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);
const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []).filter(isRecord);

/** Groups have been seen both as a list and as an object by id. */
export const namesFromUsers = (body: unknown): SlingNames => {
  const { users, groups } = isRecord(body) ? body : {};
  return {
    users: new Map(listOf(users).map((user) => [idOf(user.id) ?? '', { first: text(user.name), last: text(user.lastname) }])),
    groups: new Map(listOf(groups).map((group) => [idOf(group.id) ?? '', text(group.name) ?? ''])),
  };
};

const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const MINUTE_MS = 60_000;

const offsetMinutes = (offset: string): number => {
  if (offset === 'Z') return 0;
  const [, sign = '', hours = '', minutes = ''] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

type ShiftMoment = Readonly<{ day: Day; instant: number; offset: number }>;

/** A time with its offset, or without one in `zone`. */
const momentOf = (value: string | null, zone: string): ShiftMoment | null => {
  const [, day = '', hours, minutes, seconds = '0', offset] = TIME.exec(value ?? '') ?? [];
  if (!isDay(day)) return null;
  const wallTime = { day, minutes: Number(hours) * 60 + Number(minutes) };
  const utc = Date.parse(`${day}T00:00:00Z`) + wallTime.minutes * MINUTE_MS;
  const utcMs = offset === undefined ? instantAt(zone, wallTime) : utc - offsetMinutes(offset) * MINUTE_MS;
  if (utcMs === null) return null;
  return { day, instant: utcMs + Number(seconds) * 1000, offset: (utc - utcMs) / MINUTE_MS };
};

/**
 * A shift of the calendar; null for leave, availability, and entries without a readable time. Times without an offset are in `zone`. An
 * occurrence of a recurring shift keeps its full id, `12345:2026-11-30`; a shift without a user is open.
 */
export const readShift = (value: unknown, { users, groups }: SlingNames, zone: string): SlingFact | null => {
  if (!isRecord(value) || (value.type !== undefined && value.type !== 'shift')) return null;
  const [id, start, end] = [idOf(value.id), momentOf(text(value.dtstart), zone), momentOf(text(value.dtend), zone)];
  if (id === null || start === null || end === null || end.instant < start.instant) return null;
  const user = isRecord(value.user) ? users.get(idOf(value.user.id) ?? '') : undefined;
  const group = (member: unknown): string | null =>
    isRecord(member) ? (text(member.name) ?? groups.get(idOf(member.id) ?? '') ?? null) : null;
  return {
    external_id: id,
    starts_at: new Date(start.instant).toISOString(),
    ends_at: new Date(end.instant).toISOString(),
    day: start.day,
    offset: start.offset,
    first_name: user?.first ?? null,
    last_name: user?.last ?? null,
    status: text(value.status),
    type: 'shift',
    location: group(value.location),
    position: group(value.position),
    summary: [text(value.summary), text(value.assigneeNotes)].filter(Boolean).join(' · ') || null,
  };
};
