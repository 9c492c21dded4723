import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { isZone } from '../../../contract/rules/time/zones.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import type { ShiftRow, StaffableEvent } from '../../db/repositories/events/shifts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type EventToMatch, matchShifts, type ShiftToMatch } from './matchShifts.ts';

const HOUR_MS = 3_600_000;

const shiftToMatch = ({ id, starts_at, ends_at, clock_offset, location, position, summary }: ShiftRow): ShiftToMatch => ({
  id,
  starts: Date.parse(starts_at),
  ends: Date.parse(ends_at),
  offset: clock_offset,
  location: location ?? '',
  text: [summary, position].filter(Boolean).join(' '),
});
/** Events without an end last one hour. */
const eventToMatch = ({ id, day, starts_at, ends_at, timezone, customer_name, activity }: StaffableEvent): EventToMatch => ({
  id,
  day,
  starts: Date.parse(starts_at),
  ends: ends_at === null ? Date.parse(starts_at) + HOUR_MS : Date.parse(ends_at),
  zone: timezone !== null && isZone(timezone) ? timezone : null,
  customer: customer_name,
  activity: activity ?? '',
});

/** A shift in the event's format (spec 3.13). */
const shiftTextOf = (row: ShiftRow): string =>
  JSON.stringify({
    user: row.first_name === null && row.last_name === null ? null : { first_name: row.first_name, last_name: row.last_name },
    summary: row.summary,
    status: row.status,
    type: row.type,
    location: { name: row.location },
    start_time: row.starts_at,
    end_time: row.ends_at,
  });

/** Sets or clears the event's shift; writes only that field (decisions 7.06). */
export const writeShift = async (
  { events }: Pick<Repositories, 'events'>,
  eventId: number,
  shift: ShiftRow | null,
  at: Date,
): Promise<void> => {
  const row = await events.byId(eventId);
  if (!row) return;
  const text = shift === null ? null : shiftTextOf(shift);
  const isSame = canonicalJson(row.shift ?? null) === canonicalJson(text === null ? null : JSON.parse(text));
  if (!isSame) await events.change(eventId, { shift: text }, at);
};

const reviewText = ({ first_name, last_name, starts_at, day, clock_offset }: ShiftRow): Readonly<Record<string, string>> => ({
  person: [first_name, last_name].filter(Boolean).join(' ') || '—',
  when: `${dayText(day)}, ${new Date(Date.parse(starts_at) + clock_offset * 60_000).toISOString().slice(11, 16)}`,
});

type MatchResult = ReturnType<typeof matchShifts>;

/** Holds ambiguous shifts with their possible events for review, and settles those that no longer need it. */
const listForReview = async (
  { heldRecords }: Repositories,
  rows: readonly ShiftRow[],
  events: readonly StaffableEvent[],
  review: MatchResult['review'],
  runId: number,
  at: Date,
): Promise<void> => {
  const labels = new Map(
    events.map((event) => [event.id, [event.day && dayText(event.day), event.customer_name, event.activity].filter(Boolean).join(' · ')]),
  );
  const byId = new Map(review.map((item) => [item.shiftId, item]));
  for (const row of rows) {
    const shift = byId.get(row.id);
    if (!shift) {
      await heldRecords.settle(row.connection_id, 'shiftReview', [row.external_id], null, at);
      continue;
    }
    const choices = shift.eventIds.map((id) => ({ value: String(id), label: labels.get(id) ?? String(id) }));
    const payload = { kind: 'shiftReview', external_id: row.external_id, shift_id: row.id, choices };
    const problem = {
      kind: 'shiftReview',
      external_id: row.external_id,
      code: `shift_${shift.reason}` as const,
      facts: reviewText(row),
      payload,
    };
    await heldRecords.put(row.connection_id, runId, [problem]);
  }
};

/** Matches these days' shifts to events; manual choices remain, ambiguous shifts are held (decisions 7.06). */
export const settleShifts = async (tx: Repositories, from: Day, until: Day, runId: number, at: Date): Promise<void> => {
  const rows = await tx.shifts.ofDays(from, until);
  if (rows.length === 0) return;
  const events = await tx.shifts.eventsOfDays(from, until);
  const chosen = new Set(rows.flatMap(({ matched_by, event_id }) => (matched_by === 'person' && event_id !== null ? [event_id] : [])));
  const unmatchedByPerson = rows.filter(({ matched_by }) => matched_by !== 'person');
  const freeEvents = events.filter(({ id }) => !chosen.has(id));
  const { matches, review } = matchShifts(unmatchedByPerson.map(shiftToMatch), freeEvents.map(eventToMatch));
  const eventOf = new Map(matches.map(({ shiftId, eventId }) => [shiftId, eventId]));
  const matchedEvents = new Set([...chosen, ...eventOf.values()]);
  for (const row of unmatchedByPerson) {
    const eventId = eventOf.get(row.id) ?? null;
    if (row.event_id === eventId) continue;
    if (row.event_id !== null && !matchedEvents.has(row.event_id)) await writeShift(tx, row.event_id, null, at);
    await tx.shifts.settle(row.id, eventId, eventId === null ? null : 'rule');
  }
  for (const row of rows) {
    const eventId = row.matched_by === 'person' ? row.event_id : (eventOf.get(row.id) ?? null);
    if (eventId !== null) await writeShift(tx, eventId, row, at);
  }
  await listForReview(tx, rows, events, review, runId, at);
};
