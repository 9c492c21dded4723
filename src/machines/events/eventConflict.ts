import type { EditableField, Event, EventConflict } from '../../../contract/entities/event.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import { parseRefusal } from '../support/conflict.ts';
import { getErrorStatus } from '../support/failure.ts';

/** Another user's value of a field, saved since it was loaded. */
export type ServerValue = Readonly<{ value: string | null; by: string | null; at: string | null }>;
/** One field of an event to save; `version` is the one the user saw. */
export type FieldChange = Readonly<{ id: string; field: EditableField; value: string | null; version: number | null }>;

/** spec 2.48, 5.11: an empty text is stored as null. */
export const toNullIfEmpty = (value: string | null | undefined): string | null => (value == null || value.trim() === '' ? null : value);

/** The conflict with the current event, if the error is a 409 that contains it. */
const readConflict = (error: unknown): EventConflict | null => {
  const { current } = parseRefusal<Event>(error);
  if (getErrorStatus(error) !== 409 || current === null) return null;
  return { message: '', code: '', fields: [], ...(error as { data: Partial<EventConflict> }).data, current };
};

export const isEventConflict = (error: unknown): boolean => readConflict(error) !== null;

/** The other version of the event and its value of the field; null if the error is not a conflict. */
export const readOtherVersion = (error: unknown, field: EditableField): { event: Event; theirs: ServerValue } | null => {
  const conflict = readConflict(error);
  if (conflict === null) return null;
  const conflictingField = conflict.fields.find((item) => item.field === field);
  const value = conflictingField === undefined ? fieldOf(conflict.current, field) : conflictingField.value;
  return { event: conflict.current, theirs: { value, by: conflictingField?.edited_by ?? null, at: conflictingField?.edited_at ?? null } };
};
