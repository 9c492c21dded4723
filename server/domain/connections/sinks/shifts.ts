import { settleShifts, writeShift } from '../../events/settleShifts.ts';
import { hashOfFact } from './customers.ts';
import type { Sink, SinkResult } from './sink.ts';

const NO_CHANGES: SinkResult = { created: 0, changed: 0, same: 0, held: [] };

/** Imports shifts as sent; they are matched to events once their window is complete. */
export const importShifts: Sink<'shift'> = async (tx, facts, { connection, cause }) => {
  const rows = facts.map(({ kind: _, external_version: __, updated_at: ___, offset, ...shift }) => ({
    ...shift,
    clock_offset: offset,
    connection_id: connection.id,
    payload_hash: hashOfFact({ ...shift, offset }),
  }));
  const { created, changed } = await tx.shifts.put(rows, cause.at);
  return { created, changed, same: facts.length - created - changed, held: [] };
};

/** After a complete window: deletes shifts no longer in it, and matches the others. `ids` null: only match again. */
export const reconcileShiftWindows: Sink<'shiftSpan'> = async (tx, facts, { connection, runId, cause }) => {
  for (const { from, until, ids } of facts) {
    if (ids !== null) {
      const removed = await tx.shifts.removeUnseen(connection.id, from, until, ids);
      for (const eventId of removed) await writeShift(tx, eventId, null, cause.at);
    }
    await settleShifts(tx, from, until, runId, cause.at);
  }
  return NO_CHANGES;
};

/** Applies a person's decision on a held shift: its event, or `none`. */
export const applyShiftReviews: Sink<'shiftReview'> = async (tx, [fact], { cause }) => {
  const row = fact && (await tx.shifts.byId(fact.shift_id));
  if (!fact || !row) return NO_CHANGES;
  const choice = fact.choices.find(({ value }) => value === fact.answer);
  if (!choice && fact.answer !== 'none')
    return {
      ...NO_CHANGES,
      held: [{ external_id: fact.external_id, code: 'shift_several_events', facts: { person: row.first_name ?? '—', when: row.day } }],
    };
  const eventId = choice ? Number(choice.value) : null;
  if (row.event_id !== null && row.event_id !== eventId) await writeShift(tx, row.event_id, null, cause.at);
  await tx.shifts.settle(row.id, eventId, 'person');
  if (eventId !== null) await writeShift(tx, eventId, row, cause.at);
  return { ...NO_CHANGES, changed: 1 };
};
