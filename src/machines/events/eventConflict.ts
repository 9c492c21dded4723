import type { EditableField, Event, EventConflict } from '../../../contract/entities/event.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import { refusalOf } from '../support/conflict.ts';
import { statusOf } from '../support/failure.ts';

/** Another's value of a field, saved since it was read. */
export type Theirs = Readonly<{ value: string | null; by: string | null; at: string | null }>;
/** One field of an event as it goes out; `version` is the one that the person saw. */
export type EventChange = Readonly<{ id: string; field: EditableField; value: string | null; version: number | null }>;

/** spec 2.48, 5.11: empty is null. */
export const emptyAsNull = (value: string | null | undefined): string | null => (value == null || value.trim() === '' ? null : value);

/** The event as it is now, where the server's 409 says so. */
const conflictOf = (error: unknown): EventConflict | null => {
  const { current } = refusalOf<Event>(error);
  if (statusOf(error) !== 409 || current === null) return null;
  return { message: '', code: '', fields: [], ...(error as { data: Partial<EventConflict> }).data, current };
};

export const isEventConflict = (error: unknown): boolean => conflictOf(error) !== null;

/** Their event and what it says of the field; null where the answer is no conflict. */
export const theirsOf = (error: unknown, field: EditableField): { event: Event; theirs: Theirs } | null => {
  const conflict = conflictOf(error);
  if (conflict === null) return null;
  const named = conflict.fields.find((each) => each.field === field);
  const value = named === undefined ? fieldOf(conflict.current, field) : named.value;
  return { event: conflict.current, theirs: { value, by: named?.edited_by ?? null, at: named?.edited_at ?? null } };
};
