import { isEditableField } from '../../../contract/entities/event.ts';
import type { LiveChange, LiveEvent } from '../../../contract/entities/live.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { limits } from '../../../contract/limits.ts';
import { reachOf } from '../../../contract/permissions.ts';
import type { EventRow } from '../../db/repositories/events/events.ts';
import type { LiveChangeRow, ReadPosition } from '../../db/repositories/live/changes.ts';
import { readEditRights } from '../events/eventRights.ts';
import { eventEntityOf } from '../events/eventView.ts';
import type { Principal } from '../session/principal.ts';
import { invalidCursorProblem, readParts, writeParts } from '../shared/cursor.ts';
import type { Services } from '../shared/services.ts';

type Deps = Pick<Services, 'store'>;
/** Changes before filtering by user. `events`: null if there are many, or some were deleted. */
export type LiveNews = Readonly<{
  seen: ReadPosition;
  changes: readonly LiveChangeRow[];
  events: readonly EventRow[] | null;
  isFull: boolean;
}>;

const KIND = 'live';
const { maxEvents, keptMinutes } = limits.live;

/** A database snapshot: the oldest active transaction, the next one, and the active ones in between, in order. */
const isSnapshot = (text: unknown): text is string => {
  const parts = typeof text === 'string' && /^([1-9]\d{0,17}):([1-9]\d{0,17}):((?:[1-9]\d{0,17},)*[1-9]\d{0,17})?$/.exec(text);
  if (!parts) return false;
  const [first, next, active] = [Number(parts[1]), Number(parts[2]), (parts[3]?.split(',') ?? []).map(Number)];
  return first <= next && active.every((id, index) => id >= (active[index - 1] ?? first) && id < next);
};

/** @throws Problem 400 for a position that this server did not create */
export const readSeen = (text: string): ReadPosition => {
  const [kind, at, snapshot] = readParts(text, 3);
  if (kind !== KIND || typeof at !== 'number' || !isSnapshot(snapshot)) throw invalidCursorProblem();
  return { at, snapshot };
};

const eventIds = (changes: readonly LiveChangeRow[]): readonly (number | null)[] => [
  ...new Set(changes.filter(({ topic }) => topic === 'event').map(({ about }) => about)),
];

const eventsOf = async ({ store }: Deps, changes: readonly LiveChangeRow[]): Promise<readonly EventRow[] | null> => {
  const ids = eventIds(changes).filter((id) => id !== null);
  if (ids.length === 0) return [];
  const rows = ids.length > maxEvents ? [] : await store.events.byIds(ids);
  return rows.length === ids.length ? rows : null;
};

/**
 * The changes since a position; without a position, those of the last few seconds. If older changes were already deleted, anything may have
 * changed.
 */
export const readNews = async (services: Deps, since: ReadPosition | null): Promise<LiveNews> => {
  const news = await services.store.changes.since(since);
  const { position, changes } = news;
  const isFull = services.store.changes.isFull(news) || (since !== null && position.at - since.at > (keptMinutes / 2) * 60);
  const hasTooMany = isFull || eventIds(changes).includes(null);
  return { seen: position, changes, isFull, events: hasTooMany ? null : await eventsOf(services, changes) };
};

const editsOf = (changes: readonly LiveChangeRow[], id: number, userId: number): LiveEvent['edits'] =>
  changes.flatMap(({ topic, about, field, by_id, first_name, last_name }) =>
    topic === 'event' && about === id && field !== null && isEditableField(field)
      ? [{ field, by: first_name === null ? null : fullName({ first_name, last_name: last_name ?? '' }), own: by_id === userId }]
      : [],
  );

/** The part of the news the user may see; null if none. */
export const readChangeFor = async (
  { store }: Deps,
  { actor, userId }: Principal,
  { seen, changes, events, isFull }: LiveNews,
): Promise<LiveChange> => {
  const mayEdit = events !== null && events.length > 0 ? await readEditRights(store, actor) : () => false;
  const readsEvents = reachOf(actor, 'event:read') !== 'none';
  return {
    at: writeParts([KIND, seen.at, seen.snapshot]),
    events: readsEvents
      ? (events?.map((row) => ({ event: eventEntityOf(row, mayEdit), edits: editsOf(changes, row.id, userId) })) ?? null)
      : [],
    notices: isFull || changes.some(({ topic, about }) => topic === 'notice' && about === userId),
    approvals: reachOf(actor, 'approval:use') !== 'none' && (isFull || changes.some(({ topic }) => topic === 'approval')),
  };
};

export const isEmptyChange = ({ events, notices, approvals }: LiveChange): boolean =>
  events !== null && events.length === 0 && !notices && !approvals;
