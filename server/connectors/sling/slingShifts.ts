import type { Day } from '../../../contract/rules/time/period.ts';

/** What is taken of a shift; `day` and `offset` are those of its own clock (research/integrations.md 4.4). */
export type SlingFact = Readonly<{
  external_id: string;
  starts_at: string;
  ends_at: string;
  day: Day;
  offset: number;
  first_name: string | null;
  last_name: string | null;
  status: string | null;
  type: string;
  location: string | null;
  position: string | null;
  summary: string | null;
}>;
/** People and groups by id, as they are named. */
export type Named = Readonly<{
  users: ReadonlyMap<string, Readonly<{ first: string | null; last: string | null }>>;
  groups: ReadonlyMap<string, string>;
}>;

type Body = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null);
const idOf = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);
const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []).filter(isRecord);

/** Groups have been seen both as a list and by id. */
export const namedOf = (body: unknown): Named => {
  const { users, groups } = isRecord(body) ? body : {};
  return {
    users: new Map(listOf(users).map((user) => [idOf(user.id) ?? '', { first: text(user.name), last: text(user.lastname) }])),
    groups: new Map(listOf(groups).map((group) => [idOf(group.id) ?? '', text(group.name) ?? ''])),
  };
};

const OFFSET = /^(\d{4}-\d{2}-\d{2})T.*?(Z|[+-]\d{2}:?\d{2})$/;
const minutesOf = (offset: string): number => {
  if (offset === 'Z') return 0;
  const [, sign = '', hours = '', minutes = ''] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/**
 * A shift of the calendar; null for leave, availability, and what has no readable time. One occurrence of a recurring shift keeps its whole id,
 * `12345:2026-11-30`; one without a user is open.
 */
export const readShift = (value: unknown, { users, groups }: Named): SlingFact | null => {
  if (!isRecord(value) || (value.type !== undefined && value.type !== 'shift')) return null;
  const [id, start, end] = [idOf(value.id), text(value.dtstart), text(value.dtend)];
  const [, day, offset] = OFFSET.exec(start ?? '') ?? [];
  const [starts, ends] = [Date.parse(start ?? ''), Date.parse(end ?? '')];
  if (id === null || day === undefined || offset === undefined || Number.isNaN(starts) || Number.isNaN(ends) || ends < starts) return null;
  const user = isRecord(value.user) ? users.get(idOf(value.user.id) ?? '') : undefined;
  const group = (one: unknown): string | null => (isRecord(one) ? (text(one.name) ?? groups.get(idOf(one.id) ?? '') ?? null) : null);
  return {
    external_id: id,
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(ends).toISOString(),
    day,
    offset: minutesOf(offset),
    first_name: user?.first ?? null,
    last_name: user?.last ?? null,
    status: text(value.status),
    type: 'shift',
    location: group(value.location),
    position: group(value.position),
    summary: [text(value.summary), text(value.assigneeNotes)].filter(Boolean).join(' · ') || null,
  };
};
