import { type EditableField, type Event, invoicedValues, yesNoFields, yesNoUnknown } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import type { CellEditor } from '../../ui/grid/types.ts';

export type Options = readonly { value: string; label: string }[];
export type FieldEditor = CellEditor;

/** spec 2.48: '-- Select --' is empty; a value outside the list can still be chosen as it is. */
const optionsOf = (values: readonly string[], current: string): Options => [
  { value: '', label: messages.eventEdit.select },
  ...(current === '' || values.includes(current) ? values : [...values, current]).map((value) => ({ value, label: value })),
];

const choicesOf = (field: EditableField): readonly string[] | null => {
  if (yesNoFields.some((each) => each === field)) return yesNoUnknown;
  return field === 'invoiced' ? invoicedValues : null;
};

const longFields: readonly EditableField[] = ['internal_notes', 'program_notes'];

/** What edits a field, in its cell and in the dialog. */
export const editorFor = (event: Event, field: EditableField): FieldEditor => {
  const value = fieldOf(event, field) ?? '';
  const label = messages.events.columns[field];
  const choices = choicesOf(field);
  if (choices) return { label, value, kind: 'select', options: optionsOf(choices, value) };
  return { label, value, kind: longFields.some((one) => one === field) ? 'long' : 'text' };
};
