import { settleShifts, showShift } from '../../events/settleShifts.ts';
import { hashOfFact } from './customers.ts';
import type { Sink, SinkResult } from './sink.ts';

const DONE: SinkResult = { created: 0, changed: 0, same: 0, held: [] };

/** Imports shifts as sent; they are matched to events once their window is complete. */
export const takeShifts: Sink<'shift'> = async (within, facts, { connection, cause }) => {
  const rows = facts.map(({ kind: _, external_version: __, updated_at: ___, offset, ...shift }) => ({
    ...shift,
    clock_offset: offset,
    connection_id: connection.id,
    payload_hash: hashOfFact({ ...shift, offset }),
  }));
  const { created, changed } = await within.shifts.put(rows, cause.at);
  return { created, changed, same: facts.length - created - changed, held: [] };
};

/** After a complete window: deletes shifts no longer in it, and matches the others. `ids` null: only match again. */
export const takeShiftSpans: Sink<'shiftSpan'> = async (within, facts, { connection, runId, cause }) => {
  for (const { from, until, ids } of facts) {
    if (ids !== null) {
      const left = await within.shifts.removeUnseen(connection.id, from, until, ids);
      for (const eventId of left) await showShift(within, eventId, null, cause.at);
    }
    await settleShifts(within, from, until, runId, cause.at);
  }
  return DONE;
};

/** Applies a person's decision on a held shift: its event, or `none`. */
export const takeShiftReviews: Sink<'shiftReview'> = async (within, [fact], { cause }) => {
  const row = fact && (await within.shifts.byId(fact.shift_id));
  if (!fact || !row) return DONE;
  const wanted = fact.choices.find(({ value }) => value === fact.answer);
  if (!wanted && fact.answer !== 'none')
    return {
      ...DONE,
      held: [{ external_id: fact.external_id, code: 'shift_several_events', facts: { person: row.first_name ?? '—', when: row.day } }],
    };
  const eventId = wanted ? Number(wanted.value) : null;
  if (row.event_id !== null && row.event_id !== eventId) await showShift(within, row.event_id, null, cause.at);
  await within.shifts.settle(row.id, eventId, 'person');
  if (eventId !== null) await showShift(within, eventId, row, cause.at);
  return { ...DONE, changed: 1 };
};
