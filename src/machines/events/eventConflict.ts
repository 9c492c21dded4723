import type { EditableField, Event, EventConflict } from '../../../contract/entities/event.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import { refusalOf } from '../support/conflict.ts';
import { statusOf } from '../support/failure.ts';

/** Another user's value of a field, saved since it was loaded. */
export type Theirs = Readonly<{ value: string | null; by: string | null; at: string | null }>;
/** One field of an event to save; `version` is the one the user saw. */
export type FieldChange = Readonly<{ id: string; field: EditableField; value: string | null; version: number | null }>;

/** spec 2.48, 5.11: an empty text is stored as null. */
export const emptyAsNull = (value: string | null | undefined): string | null => (value == null || value.trim() === '' ? null : value);

/** The conflict with the current event, if the error is a 409 that contains it. */
const conflictOf = (error: unknown): EventConflict | null => {
  const { current } = refusalOf<Event>(error);
  if (statusOf(error) !== 409 || current === null) return null;
  return { message: '', code: '', fields: [], ...(error as { data: Partial<EventConflict> }).data, current };
};

export const isEventConflict = (error: unknown): boolean => conflictOf(error) !== null;

/** The other version of the event and its value of the field; null if the error is not a conflict. */
export const theirsOf = (error: unknown, field: EditableField): { event: Event; theirs: Theirs } | null => {
  const conflict = conflictOf(error);
  if (conflict === null) return null;
  const named = conflict.fields.find((each) => each.field === field);
  const value = named === undefined ? fieldOf(conflict.current, field) : named.value;
  return { event: conflict.current, theirs: { value, by: named?.edited_by ?? null, at: named?.edited_at ?? null } };
};
