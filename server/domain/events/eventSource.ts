import { type EditableField, editableFields } from '../../../contract/entities/event.ts';
import { localDay } from '../../../contract/rules/events/eventNeeds.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import type { EventChange, EventRow, NewEvent } from '../../db/repositories/events/events.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { eventColumnOf } from './eventColumn.ts';

/** A complete event from its source, identified by `src_id`. Without a program it has no time. */
export type SourceEvent = Readonly<
  Omit<
    NewEvent,
    'id' | 'src_id' | 'day' | 'version' | 'created_at' | 'updated_at' | 'until_day' | `missing_${string}` | `open_${string}`
  > & { src_id: string }
>;
export type EventOutcome = 'created' | 'changed' | 'unchanged';

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);
const instant = (value: string | null): number | null => (value === null ? null : Date.parse(value));

/** Columns that would change; compares instants by time value and shifts by content. */
const differencesOf = (row: EventRow, incoming: EventChange): EventChange =>
  Object.fromEntries(
    Object.entries(incoming).filter(([column, value]) => {
      const now: unknown = row[column as keyof EventRow];
      if (column === 'starts_at' || column === 'ends_at') return instant(now as string | null) !== instant(value as string | null);
      if (column === 'shift') return !isSame(now, value === null ? null : JSON.parse(value as string));
      return !isSame(now, value);
    }),
  );

/**
 * Imports one event from its source. Fields edited by staff do not change: the source's value is saved with the edit (decisions 6.04: a
 * sync never overwrites an edit).
 */
export const applySource = async ({ events }: Pick<Repositories, 'events'>, incoming: SourceEvent, at: Date): Promise<EventOutcome> => {
  const day = incoming.has_program === false ? null : localDay(incoming.starts_at ?? null, incoming.timezone ?? null);
  const row = await events.lockSource(incoming.src_id);
  if (!row) {
    await events.add({ ...incoming, day, created_at: at.toISOString(), updated_at: at.toISOString() });
    return 'created';
  }
  const { src_id: _, ...columns } = incoming;
  const applied: Record<string, unknown> = { ...columns, day };
  const edits = new Map((await events.editsOf(row.id)).map((edit) => [edit.field, edit]));
  for (const field of editableFields.filter(
    (editableField: EditableField) => edits.has(editableField) && eventColumnOf(editableField) in incoming,
  )) {
    const source = incoming[eventColumnOf(field)] ?? null;
    if (edits.get(field)?.source_value !== source) await events.setSourceValue(row.id, field, source);
    delete applied[eventColumnOf(field)];
  }
  const changes = differencesOf(row, applied as EventChange);
  if (Object.keys(changes).length === 0) return 'unchanged';
  await events.change(row.id, changes, at);
  return 'changed';
};
